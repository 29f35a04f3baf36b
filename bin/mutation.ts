// npm run mutation: looks whether the tests notice a change of each place in the sources.
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { runCommand } from '../commands/run-command.ts';
import { UsageError } from '../commands/command-definition.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { runMutationTests } from '../tools/mutation/mutation.ts';

const USAGE = `npm run mutation -- SOURCE… --tests TEST [--tests TEST…] [flags]

Changes the sources in a copy, one place at a time, and looks whether a test notices
(docs/testing.md). SOURCE and TEST are files or folders.

  --one-in N      tries one of N mutants, drawn by the seed (default: 1, all)
  --seed N        determines the draw (default: 1)
  --processes N   how many processes try mutants at once (default: 1)

Exit code: 0 every tried mutant was noticed, 1 some were not: they are listed.`;

const OPTIONS = {
  tests: { type: 'string', multiple: true },
  'one-in': { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  processes: { type: 'string', default: '1' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true }, run);

async function run(flags: CommandFlags<typeof OPTIONS>, sources: string[]): Promise<void> {
  const { tests = [] } = flags;
  if (sources.length === 0) throw new UsageError('Name a file or folder of sources.');
  if (tests.length === 0) throw new UsageError('--tests names the tests that should notice.');
  const { tried, noticed, survivors } = await runMutationTests({
    sources,
    tests,
    draw: { oneIn: readCount('one-in', flags['one-in']), seed: readCount('seed', flags.seed) },
    processes: readCount('processes', flags.processes),
  });
  for (const mutant of survivors) console.log(describe(mutant));
  const share = tried === 0 ? '' : ` (${((100 * noticed) / tried).toFixed(1)} %)`;
  console.log(`${tried} mutants, ${noticed} noticed${share}.`);
  if (survivors.length > 0) process.exitCode = 1;
}

function describe({ fileName, location, status, mutatorName, replacement }: MutantResult): string {
  const { line, column } = location.start;
  const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
  const how = status === 'NoCoverage' ? 'reached by no test' : 'noticed by no test';
  return `${place} ${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')} (${how})`;
}

function readCount(flag: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} takes a whole number from 1, not "${text}".`);
}
