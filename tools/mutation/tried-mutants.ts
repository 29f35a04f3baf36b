// Keeps each mutant that was tried at once, as a line of JSON: a draw takes hours, and its report comes at its end.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';
import { isChosen, toMutantResult } from './chosen-mutants.ts';
import type { MutationOptions } from './test-runner.ts';

export const TRIED_FILE = join('.local', 'mutation-tried.ndjson');

/** Appends to the file, which it empties first. */
export class TriedMutants implements Reporter {
  static inject = tokens(commonTokens.options);
  readonly #options: MutationOptions;
  readonly #file: string;

  constructor(options: Readonly<Record<string, unknown>>) {
    this.#options = options['countinghouse'] as MutationOptions;
    this.#file = join(this.#options.root, TRIED_FILE);
    mkdirSync(dirname(this.#file), { recursive: true });
    rmSync(this.#file, { force: true });
  }

  onMutantTested(result: Readonly<MutantResult>): void {
    const { choice, root } = this.#options;
    const mutant = toMutantResult(result, root);
    if (!isChosen(choice, mutant)) return;
    const { fileName, location, mutatorName, replacement, status } = mutant;
    const { line, column } = location.start;
    const kept = { fileName, line, column, mutatorName, replacement, status };
    appendFileSync(this.#file, `${JSON.stringify(kept)}\n`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'tried', TriedMutants)];
