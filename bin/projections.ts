// npm run projections: rebuilds a projection from the receipts, or brings again what a consumer of
// the stream gave up, here or with --stage on AWS.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectionNames } from '../functions/domain/projections/projector.ts';
import { rebuild } from '../functions/projections/rebuild.ts';
import type { Progress } from '../functions/projections/rebuild.ts';
import { readStackFile } from '../lib/administration/connect.ts';
import {
  consumerNames,
  consumersHere,
  consumersOn,
  projectionsHere,
  projectionsOn,
} from '../lib/projections/connect.ts';
import { progressLine } from '../lib/progress-line.ts';
import { redrive } from '../lib/projections/redrive.ts';

const usage = `npm run projections -- rebuild NAME [flags]
npm run projections -- redrive [flags]

rebuild fills a new generation of a projection from all receipts while the old one serves and new
events flow to both; then the new one serves and the old one is deleted. It may be ended at any time
and begun again: it goes on where it was. NAME is ${projectionNames.join(', ')} or all.

redrive applies and publishes what was given up: it reads the queues of failures, finds the receipts
in the stream or, after a day, in their table, and deletes a message once all of it is dealt with.
It may be run again at any time.

  --segments N  read the receipts in so many parts at the same time (default: 8)
  --stage NAME  a stage on AWS, under your own credentials
  --stack FILE  stack.json of a stack that runs here (default: the one of \`npm start\`)

Exit code: 0 done, 1 not, 2 rebuilt without events that cannot be applied, or some still fail.`;

const WITHOUT_SOME = 2;

const flagsKnown = {
  segments: { type: 'string', default: '8' },
  stage: { type: 'string' },
  stack: { type: 'string', default: join(import.meta.dirname, '../.local/stack.json') },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof parse>['values'];

const progress = progressLine(process.stderr);
try {
  await run();
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function parse() {
  return parseArgs({ allowPositionals: true, options: flagsKnown });
}

async function run(): Promise<void> {
  const { values: flags, positionals } = parse();
  const [command, ...rest] = positionals;
  if (flags.help) console.log(usage);
  else if (command === 'rebuild' && rest.length === 1) await rebuildAll(rest[0], flags);
  else if (command === 'redrive' && rest.length === 0) await redriveAll(flags);
  else throw new Error(usage);
}

async function rebuildAll(wanted: string | undefined, flags: Flags): Promise<void> {
  const names = projectionNames.filter((name) => wanted === 'all' || name === wanted);
  if (names.length === 0) throw new Error(usage);
  const segments = Number(flags.segments);
  if (!Number.isInteger(segments) || segments < 1 || segments > 1_000) {
    throw new Error(`--segments takes a number from 1 to 1000, not "${flags.segments}".`);
  }
  const store =
    flags.stage === undefined
      ? projectionsHere(readStackFile(flags.stack).ledger)
      : await projectionsOn(flags.stage);
  for (const name of names) {
    const done = await rebuild(store, name, { segments, report: (now) => show(name, now) });
    const { generation, receipts, failed } = done;
    progress.end();
    console.log(`${name}: generation ${generation} serves, from ${receipts} receipts`);
    if (failed === 0) continue;
    console.error(`${name}: ${failed} events could not be applied; the status lists them.`);
    process.exitCode = WITHOUT_SOME;
  }
}

async function redriveAll({ stage, stack }: Flags): Promise<void> {
  const consumers =
    stage === undefined ? consumersHere(readStackFile(stack)) : await consumersOn(stage);
  for (const name of consumerNames) {
    const report = (done: number) => progress.show(`${name}: ${done} messages dealt with`);
    const { messages, receipts, kept } = await redrive({ ...consumers[name], report });
    progress.end();
    const sources = `${receipts.stream} receipts from the stream, ${receipts.table} from the table`;
    console.log(`${name}: ${messages} messages dealt with (${sources}), ${kept.length} stay`);
    if (kept.length === 0) continue;
    for (const reason of new Set(kept)) console.error(`${name}: ${reason}`);
    process.exitCode = WITHOUT_SOME;
  }
}

function show(name: string, { generation, segments, segmentsDone, receipts }: Progress): void {
  const parts = `${segmentsDone} of ${segments} segments`;
  progress.show(`${name}: generation ${generation}, ${parts}, ${receipts} receipts`);
}
