// npm run bench: measures the overhead of the ledger against bare baselines.
import { join } from 'node:path';
import { measurements } from '../tools/bench/measurements/measurements.ts';
import { writePerformancePage } from '../tools/bench/report/performance-page.ts';
import { ENGINE_NAMES } from '../local/engines/engine-command.ts';
import { runMeasurements } from '../tools/bench/run.ts';
import { progressLine } from '../commands/progress-line.ts';
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';

const names = measurements.map(({ name }) => name);
const USAGE = `npm run bench -- [--rounds N] [--history N] [--entries N] [--report] [${names.join('] [')}]

Without a name it runs all measurements, which takes two hours. See docs/benchmarks.md.
--history N is the number of transfers after which history measures last (default: 50000).
--entries N is the size of the ledgers of verification, export and rebuilds (default: 1000000).
--report also writes docs/performance.md with its plots, again after each section.
DYNAMODB_ENGINE chooses the database: ${ENGINE_NAMES.join(' or ')}.`;

const DOCS = join(import.meta.dirname, '..', 'docs');
const progress = progressLine(process.stderr);

// Exit handlers stop the started processes; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const OPTIONS = {
  rounds: { type: 'string', default: '3' },
  history: { type: 'string', default: '50000' },
  entries: { type: 'string', default: '1000000' },
  report: { type: 'boolean', default: false },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true, progress }, run);

async function run(flags: CommandFlags<typeof OPTIONS>, wanted: readonly string[]): Promise<void> {
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no measurement ${unknown}.`);
  const report = await runMeasurements({
    measurements: measurements.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    rounds: parseRounds(flags.rounds),
    historyTransfers: parseTransfers(flags.history),
    ledgerEntries: parseEntries(flags.entries),
    engine: process.env['DYNAMODB_ENGINE'],
    print: (line) => console.log(line),
    progress: progress.show,
    ...(flags.report && { keep: (taken) => writePerformancePage(taken, DOCS) }),
  });
  if (!report.isComplete) process.exitCode = 1;
}

function parseTransfers(text: string): number {
  if (/^[1-9]\d{3,6}$/.test(text)) return Number(text);
  throw new UsageError(`--history takes a number from 1000 to 9999999, not "${text}".`);
}

// A tenth of them is verified too, and the ledger has a thousand for each pair of accounts.
function parseEntries(text: string): number {
  if (/^[1-9]\d{0,3}0000$/.test(text)) return Number(text);
  throw new UsageError(`--entries takes tens of thousands, from 10000 to 99990000, not "${text}".`);
}

function parseRounds(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`--rounds takes a number from 1 to 99, not "${text}".`);
}
