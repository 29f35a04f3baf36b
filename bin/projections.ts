// npm run projections: rebuilds a projection from the receipts, or redrives the failed batches of the
// stream consumers, locally or with --stage on AWS.
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_MODEL_NAMES } from '../functions/domain/projections/projector.ts';
import type { ReadModelName } from '../functions/domain/projections/projector.ts';
import { readRebuildProgress } from '../functions/projections/rebuild/rebuild-progress.ts';
import {
  deleteOldGeneration,
  serveNewGeneration,
} from '../functions/projections/rebuild/rebuild.ts';
import type { RebuildOptions } from '../functions/projections/rebuild/rebuild.ts';
import {
  readRunningStack,
  STACK_USAGE,
  STACK_FLAGS,
} from '../commands/administration/running-stack.ts';
import {
  CONSUMER_NAMES,
  openLocalConsumers,
  openStageConsumers,
  openLocalProjections,
  openStageProjections,
} from '../commands/projections/connect.ts';
import { progressLine } from '../commands/progress-line.ts';
import { UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { formatFilling, formatProgress } from '../commands/projections/progress-text.ts';
import { RebuildMachine } from '../commands/projections/rebuild-machine.ts';
import type { RebuildResult } from '../commands/projections/rebuild-machine.ts';
import { redrive } from '../commands/projections/redrive.ts';

const USAGE = `npm run projections -- rebuild NAME [flags]
npm run projections -- start NAME [flags]
npm run projections -- progress [flags]
npm run projections -- redrive [flags]

rebuild fills a new generation of a projection from all receipts while the old one serves and new
events flow to both; then the new one serves and the old one is deleted. It may be stopped at any
time; run again, it continues from its checkpoint. NAME is ${READ_MODEL_NAMES.join(', ')} or all.

start runs the same rebuild in the state machine and shows its progress. The state machine continues
when this command is stopped.

progress shows the generations and the progress of any rebuild.

redrive applies and publishes the events of failed stream batches, and starts their batches: it reads
the failure queues, finds the receipts in the stream or, after a day, in their table, and deletes a
message once all of its receipts are consumed. It may be run again at any time.

  --segments N     the number of receipt segments to read in parallel (default: 8; start: at most 40)
  --stage NAME     a stage on AWS, under your own credentials; without it, the local stack
${STACK_USAGE}

Exit code: 0 done, 1 failed, 2 some events cannot be applied, or some batches still fail.`;

const EXIT_INCOMPLETE = 2;
const PAUSE_MS = 1_000;

const OPTIONS = {
  ...STACK_FLAGS,
  segments: { type: 'string', default: '8' },
  stage: { type: 'string' },
} as const;

type ProjectionFlags = CommandFlags<typeof OPTIONS>;

const progress = progressLine(process.stderr);
await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true, progress }, run);

async function run(flags: ProjectionFlags, [command, ...words]: string[]): Promise<void> {
  if (command === 'rebuild') await rebuildAll(parseNames(words), flags);
  else if (command === 'start') await startAll(parseNames(words), flags);
  else if (words.length > 0) throw new UsageError(`${command} takes no ${words.join(' ')}.`);
  else if (command === 'progress') await showAll(flags);
  else if (command === 'redrive') await redriveAll(flags);
  else if (command === undefined) throw new UsageError('Give a command.');
  else refuseUnknownCommand(command, ['rebuild', 'start', 'progress', 'redrive']);
}

function parseNames(words: readonly string[]): ReadModelName[] {
  const [wanted] = words;
  if (wanted === undefined) throw new UsageError('Give the name of a projection.');
  const names = READ_MODEL_NAMES.filter((name) => wanted === 'all' || name === wanted);
  if (names.length === 0 || words.length > 1) {
    throw new UsageError(`There is no projection ${words.join(' ')}.`);
  }
  return names;
}

function parseSegments({ segments: text }: ProjectionFlags): number {
  const segments = Number(text);
  if (Number.isInteger(segments) && segments >= 1 && segments <= 1_000) return segments;
  throw new Error(`--segments takes a number from 1 to 1000, not "${text}".`);
}

async function openSelectedStore({ stage, ...flags }: ProjectionFlags) {
  return stage === undefined
    ? openLocalProjections(readRunningStack(flags).ledger)
    : await openStageProjections(stage);
}

async function rebuildAll(names: readonly ReadModelName[], flags: ProjectionFlags): Promise<void> {
  const segments = parseSegments(flags);
  const store = await openSelectedStore(flags);
  for (const name of names) {
    const report: RebuildOptions['report'] = (now) =>
      progress.show(`${name}: ${formatFilling(now)}`);
    printRebuild(name, await serveNewGeneration(store, name, { segments, report }));
  }
  // Readers of all of them need the same time.
  await Promise.all(names.map((name) => deleteOldGeneration(store, name)));
  console.log('The old generations are deleted.');
}

function printRebuild(name: string, { generation, receipts, failed }: RebuildResult): void {
  progress.end();
  console.log(`${name}: generation ${generation} serves, from ${receipts} receipts`);
  if (failed === 0) return;
  console.error(`${name}: ${failed} events could not be applied; the status lists them.`);
  process.exitCode = EXIT_INCOMPLETE;
}

async function startAll(names: readonly ReadModelName[], flags: ProjectionFlags): Promise<void> {
  const segments = parseSegments(flags);
  const { stage } = flags;
  const store = await openSelectedStore(flags);
  const machine =
    stage === undefined
      ? RebuildMachine.here(readRunningStack(flags).rebuild_machine)
      : await RebuildMachine.on(stage);
  for (const name of names) {
    const execution = await machine.start(name, segments);
    console.log(`${name}: ${execution}`);
    let done: RebuildResult | undefined;
    for (; !done; done = await machine.ended(execution)) {
      progress.show(`${name}: ${formatProgress(await readRebuildProgress(store, name))}`);
      await sleep(PAUSE_MS);
    }
    printRebuild(name, done);
  }
}

async function showAll(flags: ProjectionFlags): Promise<void> {
  const store = await openSelectedStore(flags);
  for (const name of READ_MODEL_NAMES) {
    console.log(`${name}: ${formatProgress(await readRebuildProgress(store, name))}`);
  }
}

async function redriveAll({ stage, ...flags }: ProjectionFlags): Promise<void> {
  const consumers =
    stage === undefined
      ? openLocalConsumers(readRunningStack(flags))
      : await openStageConsumers(stage);
  for (const name of CONSUMER_NAMES) {
    const report = (done: number) => progress.show(`${name}: ${done} messages redriven`);
    const { messages, receipts, kept } = await redrive({ ...consumers[name], report });
    progress.end();
    const sources = `${receipts.stream} receipts from the stream, ${receipts.table} from the table`;
    console.log(`${name}: ${messages} messages redriven (${sources}), ${kept.length} stay`);
    if (kept.length === 0) continue;
    for (const reason of new Set(kept)) console.error(`${name}: ${reason}`);
    process.exitCode = EXIT_INCOMPLETE;
  }
}
