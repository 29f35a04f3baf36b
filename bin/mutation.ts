// npm run mutation: looks whether the tests notice a change of each place in the sources.
import { existsSync } from 'node:fs';
import type { MutantResult } from '@stryker-mutator/api/core';
import { runCommand } from '../commands/run-command.ts';
import { UsageError } from '../commands/command-definition.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { tryAgain, tryDraw } from '../tools/mutation/mutation.ts';
import type { MutationScore } from '../tools/mutation/mutation.ts';
import { TRIED_FILE } from '../tools/mutation/tried-mutants.ts';

const USAGE = `npm run mutation -- SOURCE… --tests TEST [--tests TEST…] [flags]
       npm run mutation -- --again --tests TEST [--tests TEST…] [flags]

Changes the sources in a copy, one place at a time, and looks whether a test notices
(docs/testing.md). SOURCE and TEST are files or folders. Each mutant that was tried is at once
a line of ${TRIED_FILE}, which a run that is interrupted leaves.

  --again         tries what the run before has left, with other tests: the score is of both
  --one-in N      tries one of N mutants, drawn by the seed (default: 1, all)
  --seed N        determines the draw (default: 1)
  --processes N   how many processes try mutants at once (default: 1)`;

const EXIT_CODES = {
  0: 'every tried mutant was noticed',
  1: 'some were not, and are listed, or it failed',
};

const OPTIONS = {
  tests: { type: 'string', multiple: true },
  again: { type: 'boolean', default: false },
  'one-in': { type: 'string' },
  seed: { type: 'string' },
  processes: { type: 'string', default: '1' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true, exitCodes: EXIT_CODES }, run);

async function run(flags: CommandFlags<typeof OPTIONS>, sources: string[]): Promise<void> {
  const { tests = [] } = flags;
  if (tests.length === 0) throw new UsageError('--tests names the tests that should notice.');
  const missing = [...sources, ...tests].find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`There is no file or folder ${missing}.`);
  const { tried, noticed, survivors } = await tryMutants(flags, { sources, tests });
  for (const mutant of survivors) console.log(describe(mutant));
  const share = tried === 0 ? '' : ` (${((100 * noticed) / tried).toFixed(1)} %)`;
  console.log(`${tried} mutants, ${noticed} noticed${share}.`);
  if (survivors.length > 0) process.exitCode = 1;
}

async function tryMutants(
  flags: CommandFlags<typeof OPTIONS>,
  { sources, tests }: { readonly sources: string[]; readonly tests: string[] },
): Promise<MutationScore> {
  const processes = readCount('processes', flags.processes);
  const { again, 'one-in': oneIn, seed } = flags;
  if (!again) {
    const test = sources.find((source) => /^(\.\/)?test(\/|$)/.test(source));
    if (test !== undefined) throw new UsageError(`${test} holds tests: name it by --tests.`);
    if (sources.length === 0) throw new UsageError('Name a file or folder of sources.');
    const choice = {
      oneIn: readCount('one-in', oneIn ?? '1'),
      seed: readCount('seed', seed ?? '1'),
    };
    const drawn = await tryDraw({ sources, tests, choice, processes });
    if (drawn.tried > 0) return drawn;
    throw new Error('The draw has no mutant: take a smaller --one-in, another --seed or sources.');
  }
  if (sources.length > 0 || oneIn !== undefined || seed !== undefined) {
    throw new UsageError(
      '--again tries what the run before has left: name no sources and no draw.',
    );
  }
  const score = await tryAgain({ tests, processes });
  if (score === undefined) throw new UsageError('There was no run before: --again has no mutants.');
  return score;
}

function describe({ fileName, location, status, mutatorName, replacement }: MutantResult): string {
  const { line, column } = location.start;
  const place = `${fileName}:${line}:${column}`;
  const how = status === 'NoCoverage' ? 'reached by no test' : 'noticed by no test';
  return `${place} ${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')} (${how})`;
}

function readCount(flag: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} takes a whole number from 1, not "${text}".`);
}
