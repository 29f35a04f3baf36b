// npm run soak: operators work on the running template under disturbances.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_NAMES } from '../local/engines/engine-command.ts';
import { chooseEngine } from '../local/engines/engine.ts';
import { progressLine } from '../commands/progress-line.ts';
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { formatReport, formatSummary } from '../tools/soak/report-text.ts';
import type { SoakOutcome } from '../tools/soak/report-text.ts';
import { runSoak } from '../tools/soak/soak.ts';
import type { SoakOptions } from '../tools/soak/soak.ts';

const USAGE = `npm run soak -- [flags]

Operators of two tenants work over HTTP on a local stack, while the runner and its functions are
killed, the engine is restarted, clocks are stepped, and the store, S3, other services and the network
fail. Then every acknowledged write is verified (docs/testing.md).

  --minutes N      the duration (default: 1)
  --operations N   stop after this number of answered requests instead
  --seed N         determines requests and disturbances (default: a new one each time)
  --operators N    how many operators of each tenant send requests (default: 4)
  --round N        the number of answers in a round of disturbances (default: 25 for each operator
                   of a tenant): longer rounds restart less, so that an hour has more requests
  --functions N    how many workers of functions stay loaded (default: 40): with 250 hardly any is loaded
                   twice, which takes 5 GB and gives an hour more requests
  --seeds A-B      one soak after the other, with the seeds from A to B, and a summary

DYNAMODB_ENGINE chooses the database: ${ENGINE_NAMES.join(' or ')}.`;

const EXIT_CODES = {
  0: 'sound',
  1: 'there are findings: the folder with data, logs and the timeline of the disturbances is kept',
};

// With all kinds of disturbances in five rounds, and so in 500 operations of four operators.
const ANSWERS_PER_OPERATOR = 25;
const LASTING_AT_ONCE = 6;
const progress = progressLine(process.stderr);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const OPTIONS = {
  minutes: { type: 'string', default: '1' },
  operations: { type: 'string' },
  operators: { type: 'string', default: '4' },
  round: { type: 'string' },
  functions: { type: 'string', default: '40' },
  seed: { type: 'string' },
  seeds: { type: 'string' },
} as const;

type SoakFlags = CommandFlags<typeof OPTIONS>;

await runCommand({ usage: USAGE, options: OPTIONS, progress, exitCodes: EXIT_CODES }, run);

async function run(flags: SoakFlags): Promise<void> {
  const engine = chooseEngine(process.env['DYNAMODB_ENGINE']);
  if (engine instanceof URL)
    throw new Error('The soak starts engines itself: give a name, not a URL.');
  const { minutes, operations } = flags;
  const duration = parsePositiveNumber('minutes', minutes) * 60_000;
  const most = operations === undefined ? Infinity : parsePositiveNumber('operations', operations);
  const operatorsPerTenant = parseCount('operators', flags.operators);
  const loadedFunctions = parseCount('functions', flags.functions);
  const answersPerRound =
    flags.round === undefined
      ? ANSWERS_PER_OPERATOR * operatorsPerTenant
      : parsePositiveNumber('round', flags.round);
  const load = { operatorsPerTenant, answersPerRound, loadedFunctions };
  const outcomes: SoakOutcome[] = [];
  for (const seed of listSeeds(flags)) {
    const ends = operations === undefined ? performance.now() + duration : Infinity;
    const isFinished = (answered: number) => answered >= most || performance.now() > ends;
    outcomes.push(await soak({ seed, engine, ...load, isFinished }));
  }
  if (outcomes.length > 1) console.log(formatSummary(outcomes));
  if (outcomes.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

async function soak(
  options: Omit<SoakOptions, 'folder' | 'lastingAtOnce' | 'progress'>,
): Promise<SoakOutcome> {
  const { seed } = options;
  const folder = mkdtempSync(join(tmpdir(), `countinghouse-soak-${seed}-`));
  const start = performance.now();
  const report = await runSoak({
    ...options,
    folder,
    lastingAtOnce: LASTING_AT_ONCE,
    progress: progress.show,
  }).catch((error: unknown) => ({ seed, failure: String(error) }));
  progress.end();
  const milliseconds = performance.now() - start;
  const isFailed = 'failure' in report;
  console.log(isFailed ? `Seed ${seed} FAILED: ${report.failure}` : formatReport(report));
  const findings = isFailed ? [report.failure] : report.findings;
  if (findings.length === 0) rmSync(folder, { recursive: true });
  else console.log(`Data, logs and timeline.ndjson are in ${folder}.`);
  const { answered = 0, disturbances = new Map() } = isFailed ? {} : report;
  return { seed, answered, disturbances, findings, milliseconds };
}

function listSeeds({ seed, seeds }: SoakFlags): number[] {
  if (seeds === undefined) {
    return [seed === undefined ? Date.now() % 1_000_000 : parsePositiveNumber('seed', seed)];
  }
  const [, from, to] = (/^(\d+)-(\d+)$/.exec(seeds) ?? []).map(Number);
  if (from === undefined || to === undefined || from > to || seed !== undefined)
    throw new UsageError(`--seeds takes two numbers like 1-20, without --seed, not "${seeds}".`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function parseCount(flag: string, text: string): number {
  const count = parsePositiveNumber(flag, text);
  if (Number.isInteger(count)) return count;
  throw new UsageError(`--${flag} takes a whole number.`);
}

function parsePositiveNumber(flag: string, text: string): number {
  const value = Number(text);
  if (text !== '' && value > 0) return value;
  throw new UsageError(`--${flag} takes a number above zero, not "${text}".`);
}
