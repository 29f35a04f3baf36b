// npm run soak: operators work on the running template under disturbances.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseEngine } from '../local/engines/engine.ts';
import { progressLine } from '../commands/progress-line.ts';
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { formatReport } from '../tools/soak/report-text.ts';
import { runSoak } from '../tools/soak/soak.ts';

const USAGE = `npm run soak -- [flags]

Operators of two tenants work over HTTP on a local stack, while the runner and its functions are
killed, the engine is restarted, clocks are stepped, and store, S3 and network fail. Then every
acknowledged write is verified (docs/testing.md).

  --minutes N      the duration (default: 1)
  --operations N   stop after this number of answered requests instead
  --seed N         determines requests and disturbances (default: a new one each time)
DYNAMODB_ENGINE chooses the database: dynoxide or dynamodb-local.`;

const EXIT_CODES = { 0: 'sound', 1: 'there are findings: the folder with data and logs is kept' };

const ANSWERS_PER_ROUND = 120;
const progress = progressLine(process.stderr);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const OPTIONS = {
  minutes: { type: 'string', default: '1' },
  operations: { type: 'string' },
  seed: { type: 'string' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS, progress, exitCodes: EXIT_CODES }, run);

async function run({ minutes, operations, seed }: CommandFlags<typeof OPTIONS>): Promise<void> {
  const engine = chooseEngine(process.env['DYNAMODB_ENGINE']);
  if (engine instanceof URL)
    throw new Error('The soak starts engines itself: give a name, not a URL.');
  const ends = performance.now() + parsePositiveNumber('minutes', minutes) * 60_000;
  const most = operations === undefined ? Infinity : parsePositiveNumber('operations', operations);
  const isTimed = operations === undefined;
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-soak-'));
  const report = await runSoak({
    seed: seed === undefined ? Date.now() % 1_000_000 : parsePositiveNumber('seed', seed),
    engine,
    folder,
    isFinished: (answered) => (isTimed ? performance.now() > ends : answered >= most),
    answersPerRound: ANSWERS_PER_ROUND,
    progress: progress.show,
  });
  progress.end();
  console.log(formatReport(report));
  if (report.findings.length === 0) return rmSync(folder, { recursive: true });
  console.log(`Data and logs are in ${folder}.`);
  process.exitCode = 1;
}

function parsePositiveNumber(flag: string, text: string): number {
  const value = Number(text);
  if (text !== '' && value > 0) return value;
  throw new UsageError(`--${flag} takes a number above zero, not "${text}".`);
}
