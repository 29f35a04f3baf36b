// npm run bench: measures the overhead of the ledger against bare baselines.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurements } from '../tools/bench/measurements/measurements.ts';
import { writePerformancePage } from '../tools/bench/report/performance-page.ts';
import { runMeasurements } from '../tools/bench/run.ts';
import { progressLine } from '../commands/progress-line.ts';
import { runCommand } from '../commands/run-command.ts';

const names = measurements.map(({ name }) => name);
const USAGE = `Usage: npm run bench -- [--rounds N] [--report] [${names.join('] [')}]

Without a name it runs all measurements, which takes half an hour. See docs/benchmarks.md.
--report also writes docs/performance.md with its plots, again after each section.
DYNAMODB_ENGINE chooses the database: dynoxide or dynamodb-local.`;

const DOCS = join(import.meta.dirname, '..', 'docs');
const progress = progressLine(process.stderr);

// Exit handlers stop the started processes; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await runCommand(progress, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else await run(roundsIn(values.rounds), positionals, values.report);
});

async function run(rounds: number, wanted: readonly string[], isKept: boolean): Promise<void> {
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no measurement ${unknown}.\n\n${USAGE}`);
  const report = await runMeasurements({
    measurements: measurements.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    rounds,
    engine: process.env['DYNAMODB_ENGINE'],
    print: (line) => console.log(line),
    progress: progress.show,
    ...(isKept && { keep: (taken) => writePerformancePage(taken, DOCS) }),
  });
  if (!report.isComplete) process.exitCode = 1;
}

function roundsIn(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new Error(`--rounds takes a number from 1 to 99, not "${text}".`);
}
