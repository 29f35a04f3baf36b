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
import { readRunningStack } from '../commands/administration/running-stack.ts';
import {
  CONSUMER_NAMES,
  openLocalConsumers,
  openStageConsumers,
  openLocalProjections,
  openStageProjections,
} from '../commands/projections/connect.ts';
import { progressLine } from '../commands/progress-line.ts';
import { EXIT_OPEN, JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import { selectStageName, STAGE_FLAGS, STAGE_USAGE } from '../commands/selection/select-stage.ts';
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
${STAGE_USAGE}
${JSON_USAGE}: a line for each projection or consumer`;

const EXIT_CODES = { [EXIT_OPEN]: 'some events cannot be applied, or some batches still fail' };
const PAUSE_MS = 1_000;

const OPTIONS = {
  ...STAGE_FLAGS,
  ...JSON_FLAG,
  segments: { type: 'string', default: '8' },
} as const;

type ProjectionFlags = CommandFlags<typeof OPTIONS>;

type ProjectionCommand = (flags: ProjectionFlags, words: readonly string[]) => Promise<void>;

const commands: Readonly<Record<string, ProjectionCommand>> = {
  rebuild: (flags, words) => rebuildAll(parseNames(words), flags),
  start: (flags, words) => startAll(parseNames(words), flags),
  progress: showAll,
  redrive: redriveAll,
};

const progress = progressLine(process.stderr);
await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true, progress, exitCodes: EXIT_CODES },
  run,
);

async function run(flags: ProjectionFlags, [name, ...words]: string[]): Promise<void> {
  if (name === undefined) throw new UsageError('Give a command.');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return refuseUnknownCommand(name, Object.keys(commands));
  await command(flags, words);
}

function refuseWords(command: string, words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`${command} takes no ${words.join(' ')}.`);
}

/** Prints a sentence for people, or the same as a line of JSON. */
function print(sentence: string, record: object, { json }: ProjectionFlags): void {
  progress.end();
  console.log(json ? JSON.stringify(record) : sentence);
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
  throw new UsageError(`--segments takes a number from 1 to 1000, not "${text}".`);
}

async function openSelectedStore(flags: ProjectionFlags) {
  const stage = await selectStageName(flags);
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
    printRebuild(name, await serveNewGeneration(store, name, { segments, report }), flags);
  }
  // Readers of all of them need the same time.
  await Promise.all(names.map((name) => deleteOldGeneration(store, name)));
  print('The old generations are deleted.', { old_generations_deleted: true }, flags);
}

function printRebuild(
  name: string,
  { generation, receipts, failed }: RebuildResult,
  flags: ProjectionFlags,
): void {
  const sentence = `${name}: generation ${generation} serves, from ${receipts} receipts`;
  print(sentence, { projection: name, generation, receipts, failed }, flags);
  if (failed === 0) return;
  console.error(`${name}: ${failed} events could not be applied; the status lists them.`);
  process.exitCode = EXIT_OPEN;
}

async function startAll(names: readonly ReadModelName[], flags: ProjectionFlags): Promise<void> {
  const segments = parseSegments(flags);
  const store = await openSelectedStore(flags);
  const stage = await selectStageName(flags);
  const machine =
    stage === undefined
      ? RebuildMachine.here(readRunningStack(flags).rebuild_machine)
      : await RebuildMachine.on(stage);
  for (const name of names) {
    const execution = await machine.start(name, segments);
    print(`${name}: ${execution}`, { projection: name, execution }, flags);
    let done: RebuildResult | undefined;
    for (; !done; done = await machine.ended(execution)) {
      progress.show(`${name}: ${formatProgress(await readRebuildProgress(store, name))}`);
      await sleep(PAUSE_MS);
    }
    printRebuild(name, done, flags);
  }
}

async function showAll(flags: ProjectionFlags, words: readonly string[]): Promise<void> {
  refuseWords('progress', words);
  const store = await openSelectedStore(flags);
  for (const name of READ_MODEL_NAMES) {
    const now = await readRebuildProgress(store, name);
    print(`${name}: ${formatProgress(now)}`, { projection: name, ...now }, flags);
  }
}

async function redriveAll(flags: ProjectionFlags, words: readonly string[]): Promise<void> {
  refuseWords('redrive', words);
  const stage = await selectStageName(flags);
  const consumers =
    stage === undefined
      ? openLocalConsumers(readRunningStack(flags))
      : await openStageConsumers(stage);
  for (const name of CONSUMER_NAMES) {
    const report = (done: number) => progress.show(`${name}: ${done} messages redriven`);
    const { messages, receipts, kept } = await redrive({ ...consumers[name], report });
    const sources = `${receipts.stream} receipts from the stream, ${receipts.table} from the table`;
    const sentence = `${name}: ${messages} messages redriven (${sources}), ${kept.length} stay`;
    print(sentence, { consumer: name, messages, receipts, kept: kept.length }, flags);
    if (kept.length === 0) continue;
    for (const reason of new Set(kept)) console.error(`${name}: ${reason}`);
    process.exitCode = EXIT_OPEN;
  }
}
