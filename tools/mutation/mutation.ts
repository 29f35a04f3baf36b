// Mutation testing: changes the sources in a copy, one place at a time, and looks whether a test notices.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { formatPlace, isChosen, listFiles, NOT_CHOSEN, toMutantResult } from './chosen-mutants.ts';
import type { MutantChoice, MutantDraw, MutantList } from './chosen-mutants.ts';
import type { MutationOptions } from './test-runner.ts';

export interface MutationRun {
  /** Files and folders of sources, relative to the root. */
  readonly sources: readonly string[];
  /** Files and folders of tests, relative to the root. */
  readonly tests: readonly string[];
  readonly choice: MutantChoice;
  /** The number of processes. */
  readonly processes: number;
}

/** What a run leaves for the next one, which tries its survivors with other tests. */
interface LeftMutants extends MutantList {
  readonly tried: number;
  /** By file: of other sources, the places are those of other mutants. */
  readonly digests?: Readonly<Record<string, string>>;
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

const LEFT_FILE = join('.local', 'mutation-left.json');

/** Tries the mutants of a draw. */
export async function tryDraw(
  run: Omit<MutationRun, 'choice'> & { readonly choice: MutantDraw },
): Promise<MutationScore> {
  // What a run before has left is not what this one leaves if it is interrupted.
  rmSync(LEFT_FILE, { force: true });
  return keepLeft(await runMutationTests(run));
}

/**
 * Tries with other tests what the run before left; the score is that of all mutants which both have tried.
 * Undefined if there was no run before.
 */
export async function tryAgain(
  run: Omit<MutationRun, 'choice' | 'sources'>,
): Promise<MutationScore | undefined> {
  if (!existsSync(LEFT_FILE)) return undefined;
  const left = JSON.parse(readFileSync(LEFT_FILE, 'utf8')) as LeftMutants;
  const sources = listFiles(left);
  refuseChangedSources(left);
  if (sources.length === 0) return { tried: left.tried, noticed: left.tried, survivors: [] };
  return keepLeft(addScores(left, await runMutationTests({ ...run, sources, choice: left })));
}

/** Throws where a source is no longer as it was tried: its mutants would count as invalid, and raise the score. */
export function refuseChangedSources(left: LeftMutants): void {
  const changed = listFiles(left).filter((file) => digestSource(file) !== left.digests?.[file]);
  if (changed.length === 0) return;
  throw new Error(`${changed.join(', ')} was changed since the run before: run its draw again.`);
}

export function digestSource(file: string): string | undefined {
  return existsSync(file) ? hash('sha256', readFileSync(file)) : undefined;
}

/** The score over both runs, from what the first has left and what the second makes of it. */
export function addScores(left: LeftMutants, again: MutationScore): MutationScore {
  const invalid = left.places.length - again.tried;
  const tried = left.tried - invalid;
  return { ...again, tried, noticed: tried - again.survivors.length };
}

function keepLeft(score: MutationScore): MutationScore {
  const places = score.survivors.map(formatPlace);
  const digests = listFiles({ places }).map((file) => [file, digestSource(file) ?? ''] as const);
  const left: LeftMutants = {
    tried: score.tried,
    places,
    digests: Object.fromEntries(digests),
  };
  mkdirSync('.local', { recursive: true });
  writeFileSync(LEFT_FILE, JSON.stringify(left));
  return score;
}

async function runMutationTests(run: MutationRun): Promise<MutationScore> {
  const results = await new Stryker(buildOptions(run)).runMutationTest();
  const root = process.cwd();
  return scoreMutants(
    results.map((result) => toMutantResult(result, root)),
    run.choice,
  );
}

/** The score of the chosen mutants: those that are invalid do not count. Throws if one of them was not tried. */
export function scoreMutants(
  results: readonly MutantResult[],
  choice: MutantChoice,
): MutationScore {
  const chosen = results.filter((mutant) => isChosen(choice, mutant));
  const untried = chosen.find(({ statusReason }) => statusReason?.includes(NOT_CHOSEN));
  if (untried !== undefined) throw new Error(`Mutant ${untried.id} is chosen and was not tried.`);
  const tried = chosen.filter(({ status }) => !INVALID.has(status));
  const survivors = tried.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  return { tried: tried.length, noticed: tried.length - survivors.length, survivors };
}

const INVALID: ReadonlySet<MutantResult['status']> = new Set([
  'CompileError',
  'RuntimeError',
  'Ignored',
]);

function buildOptions({ sources, tests, choice, processes }: MutationRun): PartialStrykerOptions {
  const own: MutationOptions = { choice, tests, root: process.cwd() };
  return {
    mutate: sources.map((path) => (path.endsWith('.ts') ? path : join(path, '**/*.ts'))),
    testRunner: 'covering',
    plugins: [
      fileURLToPath(import.meta.resolve('./test-runner.ts')),
      fileURLToPath(import.meta.resolve('./tried-mutants.ts')),
    ],
    coverageAnalysis: 'perTest',
    concurrency: processes,
    maxTestRunnerReuse: MUTANTS_PER_PROCESS * ('oneIn' in choice ? choice.oneIn : 100),
    // There is no API of the compiler any more that would rewrite it.
    tsconfigFile: 'none',
    tempDirName: '.local/mutation',
    ignorePatterns: ['cdk.out', '.local', 'releases'],
    reporters: ['json', 'tried', ...(process.stderr.isTTY ? ['progress'] : [])],
    jsonReporter: { fileName: '.local/mutation.json' },
    fileLogLevel: 'off' as LogLevel,
    logLevel: 'warn' as LogLevel,
    // It knows no options of ours.
    warnings: false,
    dryRunTimeoutMinutes: 60,
    timeoutMS: 60_000,
    countinghouse: own,
  };
}
