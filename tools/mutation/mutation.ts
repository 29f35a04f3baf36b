// Mutation testing: changes the sources in a copy, one place at a time, and looks whether a test notices.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { isDrawn, NOT_DRAWN } from './drawn-mutants.ts';
import type { MutantDraw } from './drawn-mutants.ts';

export interface MutationRun {
  /** Files and folders of sources, relative to the root. */
  readonly sources: readonly string[];
  /** Files and folders of tests, relative to the root. */
  readonly tests: readonly string[];
  readonly draw: MutantDraw;
  /** The number of processes. */
  readonly processes: number;
}

export interface MutationScore {
  /** The mutants that were tried, and those that no test reaches. */
  readonly tried: number;
  readonly noticed: number;
  /** Those that no test noticed or reached. */
  readonly survivors: readonly MutantResult[];
}

/** A process is ended after so many tried mutants: every run evaluates the sources again, which nothing frees. */
const MUTANTS_PER_PROCESS = 60;

/** Tries the mutants of the draw. */
export async function runMutationTests(run: MutationRun): Promise<MutationScore> {
  const results = await new Stryker(buildOptions(run)).runMutationTest();
  return scoreMutants(results, run.draw);
}

/** The score of the drawn mutants: those that are invalid do not count. Throws if one of them was not tried. */
export function scoreMutants(results: readonly MutantResult[], draw: MutantDraw): MutationScore {
  const drawn = results.filter((mutant) => isDrawn(draw, mutant));
  const untried = drawn.find(({ statusReason }) => statusReason?.includes(NOT_DRAWN));
  if (untried !== undefined) throw new Error(`Mutant ${untried.id} is drawn and was not tried.`);
  const tried = drawn.filter(({ status }) => !INVALID.has(status));
  const survivors = tried.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  return { tried: tried.length, noticed: tried.length - survivors.length, survivors };
}

const INVALID: ReadonlySet<MutantResult['status']> = new Set([
  'CompileError',
  'RuntimeError',
  'Ignored',
]);

function buildOptions({ sources, tests, draw, processes }: MutationRun): PartialStrykerOptions {
  return {
    mutate: sources.map((path) => (path.endsWith('.ts') ? path : join(path, '**/*.ts'))),
    testRunner: 'covering',
    plugins: [fileURLToPath(import.meta.resolve('./test-runner.ts'))],
    coverageAnalysis: 'perTest',
    concurrency: processes,
    maxTestRunnerReuse: MUTANTS_PER_PROCESS * draw.oneIn,
    // There is no API of the compiler any more that would rewrite it.
    tsconfigFile: 'none',
    tempDirName: '.local/mutation',
    ignorePatterns: ['cdk.out', '.local', 'releases'],
    reporters: process.stderr.isTTY ? ['progress', 'json'] : ['json'],
    jsonReporter: { fileName: '.local/mutation.json' },
    fileLogLevel: 'off' as LogLevel,
    logLevel: 'warn' as LogLevel,
    // It knows no options of ours.
    warnings: false,
    dryRunTimeoutMinutes: 60,
    timeoutMS: 60_000,
    countinghouse: { draw, tests: [...tests] },
  };
}
