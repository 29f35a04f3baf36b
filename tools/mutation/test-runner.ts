// Stryker's test runner for this repository: the one for Jest evaluates every test file for each mutant, this one
// only those whose tests reach the mutant, the fastest first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import type {
  CompleteDryRunResult,
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner';
import { isChosen, NOT_CHOSEN, toMutantPlace } from './chosen-mutants.ts';
import type { MutantChoice } from './chosen-mutants.ts';
import { startJestSession } from './jest-run.ts';
import type { JestSession } from './jest-run.ts';
import { groupByFile, matchNames } from './test-ids.ts';

/** What the command adds to Stryker's own options. */
export interface MutationOptions {
  readonly choice: MutantChoice;
  /** Folders and files of tests, relative to the root. */
  readonly tests: readonly string[];
  /** The folder whose copy is changed. */
  readonly root: string;
}

/** The test files, fastest first: written by the process of the first run, read by the others. */
const ORDER_FILE = 'test-order.json';
/** So many test files run before their results are looked at. */
const FILES_PER_RUN = 4;

class CoveringTestRunner implements TestRunner {
  static inject = tokens(commonTokens.options);
  readonly #options: MutationOptions;
  #session: JestSession | undefined;

  constructor(options: StrykerOptions) {
    this.#options = options['countinghouse'] as MutationOptions;
  }

  capabilities(): { reloadEnvironment: boolean } {
    // Every test file evaluates the sources again.
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const context = prepareContext({});
    const { tests, fault } = await (await this.#start()).run(this.#options.tests);
    if (fault !== undefined) return { status: DryRunStatus.Error, errorMessage: fault };
    const times = Map.groupBy(tests, ({ fileName = '' }) => fileName);
    const sum = (file: string) =>
      (times.get(file) ?? []).reduce((total, { timeSpentMs }) => total + timeSpentMs, 0);
    const order = [...times.keys()].toSorted((first, second) => sum(first) - sum(second));
    writeFileSync(join(process.cwd(), ORDER_FILE), JSON.stringify(order));
    const { mutantCoverage = { static: {}, perTest: {} } } = context;
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit, testFilter } = options;
    const { choice, root } = this.#options;
    if (!isChosen(choice, toMutantPlace(activeMutant, root))) {
      return { status: MutantRunStatus.Error, errorMessage: NOT_CHOSEN };
    }
    const context = prepareContext({ activeMutant: activeMutant.id, hitLimit });
    const order = JSON.parse(readFileSync(join(process.cwd(), ORDER_FILE), 'utf8')) as string[];
    const groups = testFilter
      ? groupByFile(testFilter, order)
      : order.map((file) => ({ file, names: undefined }));
    const done: CompleteDryRunResult = { status: DryRunStatus.Complete, tests: [] };
    for (let first = 0; first < groups.length; first += FILES_PER_RUN) {
      const chunk = groups.slice(first, first + FILES_PER_RUN);
      const pattern = matchNames(chunk.flatMap(({ names }) => names ?? []));
      const { tests, fault } = await (
        await this.#start()
      ).run(
        chunk.map(({ file }) => file),
        testFilter ? pattern : '',
      );
      const ended = determineHitLimitReached(context.hitCount, context.hitLimit);
      if (ended) return toMutantRunResult(ended);
      // A mutant that keeps a module from being evaluated is noticed by every test of it.
      if (fault !== undefined) return buildKilled(fault, done.tests.length);
      done.tests.push(...tests);
      const result = toMutantRunResult(done);
      if (result.status === MutantRunStatus.Killed) return result;
    }
    return toMutantRunResult(done);
  }

  async dispose(): Promise<void> {
    await this.#session?.stop();
  }

  async #start(): Promise<JestSession> {
    return (this.#session ??= await startJestSession());
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'covering', CoveringTestRunner),
];

/** The sources keep the object that they found first, so that its members are replaced. */
function prepareContext(values: InstrumenterContext): InstrumenterContext {
  const globals: Record<string, InstrumenterContext | undefined> = Object(globalThis);
  const context = (globals[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  delete context.activeMutant;
  delete context.hitLimit;
  delete context.hitCount;
  if (values.hitLimit !== undefined) context.hitCount = 0;
  return Object.assign(context, values);
}

function buildKilled(failureMessage: string, tests: number): MutantRunResult {
  return {
    status: MutantRunStatus.Killed,
    killedBy: ['evaluation'],
    failureMessage,
    nrOfTests: tests,
  };
}
