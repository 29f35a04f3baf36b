// The exercise of docs/runbook.md, "Restore": damages the ledger and restores it to an earlier instant, then
// deletes its table and restores that. Each time the restored tables take the place of the others under new names.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_MODEL_NAMES } from '../../functions/domain/projections/projector.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import type { RunningProduct } from '../bench/load/running-product.ts';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { openLocalProjections } from '../../commands/projections/connect.ts';
import { listSwitchParameters } from '../../commands/restore/switch-steps.ts';
import type { RestoreResult } from '../../commands/restore/restore-all.ts';
import { openLocalStore } from '../../commands/verification/connect.ts';
import type { StoreConnection, LedgerConnection } from '../../commands/verification/connect.ts';
import {
  describeRestore,
  EXERCISED_STAGE,
  readTablesInUse,
  runRestore,
} from './exercise-restore.ts';
import {
  countProjected,
  createAccount,
  postEntries,
  readBalance,
  sendPosting,
} from './exercise-work.ts';
import type { ExercisePosting } from './exercise-work.ts';
import { ExercisedProducts } from './exercised-products.ts';
import { startRecoveryService } from './recovery-service.ts';
import type { RecoveryService } from './recovery-service.ts';
import { TableCopier } from './table-copier.ts';

export interface RestoreOptions {
  readonly engine: EngineName;
  /** An empty folder for the data. */
  readonly folder: string;
  /** Called with each finished step. */
  report(step: string): void;
  /** Rejects to end the exercise: what it has started is stopped first. */
  readonly interrupted?: Promise<never>;
}

const POSTINGS_BEFORE = 20;
const POSTINGS_AFTER = 5;
/** The damage: a script overwrites every balance. */
const DAMAGED_BALANCE = { N: '0' };
const PAUSE_MS = 50;

interface Exercise {
  readonly recovery: RecoveryService;
  readonly tables: TableCopier;
  readonly report: RestoreOptions['report'];
  /** Starts the product, with these parameters of its stacks besides those of earlier starts. */
  start(parameters?: readonly string[]): Promise<RunningProduct>;
  stop(): Promise<void>;
}

/** Throws when the restored product is wrong. */
export async function exerciseRestore(options: RestoreOptions): Promise<void> {
  const { engine: kind, folder, report, interrupted } = options;
  const engine = await startEngine({ kind, dataFolder: join(folder, 'engine') });
  const recovery = await startRecoveryService(engine.endpoint);
  const tables = new TableCopier(recovery.endpoint);
  const products = new ExercisedProducts(folder, engine.endpoint);
  const exercise: Exercise = {
    recovery,
    tables,
    report,
    start: (parameters) => products.start(parameters),
    stop: () => products.stop(),
  };
  const work = runExercise(exercise);
  // It fails once its product is stopped.
  work.catch(() => undefined);
  try {
    await (interrupted === undefined ? work : Promise.race([work, interrupted]));
  } finally {
    await products.end();
    tables.close();
    await recovery.stop();
    await engine.stop();
  }
}

async function runExercise(exercise: Exercise): Promise<void> {
  const first = await exercise.start();
  const work = await workUntilDamage(exercise, first);
  await exercise.stop();
  exercise.report('writes are stopped');
  const restored = await restoreInstant(exercise, first, work);
  const second = await switchTo(exercise, restored);
  await checkRestored(exercise, second, work);
  await requireUnused(exercise, first, work);
  await loseLedger(exercise, second, work);
}

interface WorkResult {
  readonly account: string;
  readonly before: readonly ExercisePosting[];
  readonly after: readonly ExercisePosting[];
  /** The second between them. */
  readonly at: Date;
  /** How many items the damaged table has. */
  readonly items: number;
}

async function workUntilDamage(
  { recovery, tables, report }: Exercise,
  product: RunningProduct,
): Promise<WorkResult> {
  const { ledger_table: ledger, receipts_table: receipts } = product.stack.ledger;
  const account = await createAccount(product);
  const before = await postEntries(product, account, POSTINGS_BEFORE);
  const at = await awaitSecond();
  await recovery.remember([ledger, receipts], at);
  report(`${POSTINGS_BEFORE} postings acknowledged: the tables will be restored to this instant`);
  const after = await postEntries(product, account, POSTINGS_AFTER);
  report(`${POSTINGS_AFTER} more postings acknowledged after it`);
  const { items } = await tables.copy(ledger);
  const balances = items.filter(({ PK }) => PK?.S?.includes('#BAL#'));
  for (const item of balances) await tables.put(ledger, { ...item, balance: DAMAGED_BALANCE });
  const differences = await countDifferences(product.stack.ledger);
  requireThat(differences > 0, 'The verification did not find the damage.');
  report(`a script overwrote the balances: verify reports ${differences} differences`);
  return { account, before, after, at, items: items.length };
}

/** DynamoDB restores to whole seconds, and nothing else must happen in this one. */
async function awaitSecond(): Promise<Date> {
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  while (Date.now() < at.getTime()) await sleep(PAUSE_MS);
  return at;
}

async function restoreInstant(
  { recovery, report }: Exercise,
  { stack }: RunningProduct,
  { at }: WorkResult,
): Promise<RestoreResult> {
  const inUse = readTablesInUse(stack);
  const pair = { endpoint: recovery.endpoint, at, inUse, tables: ['ledger', 'receipts'] } as const;
  report(`the dry run reads and says:\n${await describeRestore(pair)}`);
  const half = await runRestore({ ...pair, tables: ['ledger'] }, report);
  requireThat(half.differences > 0, 'The verification accepted tables of two instants.');
  report('the ledger alone is of an earlier instant than the receipts: it is not accepted');
  const whole = await runRestore(pair, report);
  requireThat(whole.differences === 0, `The restored tables differ: ${whole.differences}.`);
  return whole;
}

async function switchTo({ start, report }: Exercise, { restored }: RestoreResult) {
  const product = await start(listSwitchParameters(EXERCISED_STAGE, restored));
  const inUse = readTablesInUse(product.stack);
  for (const { table, name } of restored) {
    requireThat(inUse[table] === name, `The product uses ${inUse[table]} instead of ${name}.`);
  }
  report(`the product runs on ${restored.map(({ name }) => name).join(' and ')}`);
  return product;
}

async function checkRestored(
  { report }: Exercise,
  product: RunningProduct,
  work: WorkResult,
): Promise<void> {
  const { account, before, after } = work;
  const connection = product.stack.ledger;
  await requireAnswers(product, before);
  report(`${before.length} earlier postings repeated: each gets its first answer`);
  await rebuildProjections(connection);
  const projected = await countProjected(product);
  requireThat(projected === before.length, 'The projections differ from the ledger.');
  report(`projections rebuilt: ${before.length} journal entries, as in the ledger`);
  for (const posting of after) await sendPosting(product, posting);
  const balance = await readBalance(product, account);
  const expected = `${before.length + after.length}.00`;
  requireThat(balance === expected, `The account holds ${balance} instead of ${expected}.`);
  report(`${after.length} lost postings repeated with the same keys: each is posted once`);
  const remaining = await countDifferences(connection);
  requireThat(remaining === 0, `The ledger has ${remaining} differences.`);
  while ((await countProjected(product)) < before.length + after.length) await sleep(PAUSE_MS);
  report(`the account holds ${balance}, verify finds no differences, the projections catch up`);
}

/** A function that still wrote to the replaced table would split the ledger. */
async function requireUnused(
  { tables, report }: Exercise,
  { stack }: RunningProduct,
  { items: expected }: WorkResult,
): Promise<void> {
  const { items } = await tables.copy(stack.ledger.ledger_table);
  requireThat(items.length === expected, 'Something wrote to the replaced table.');
  report('nothing was written to the replaced table');
}

async function loseLedger(
  exercise: Exercise,
  { stack }: RunningProduct,
  { account, before }: WorkResult,
): Promise<void> {
  const { recovery, tables, report } = exercise;
  await exercise.stop();
  const inUse = readTablesInUse(stack);
  // Deletion protection, which the restore has set again, is switched off first.
  await tables.unprotect(inUse.ledger);
  await tables.delete(inUse.ledger);
  const at = await awaitSecond();
  await recovery.remember([inUse.receipts], at);
  report('the ledger table is deleted');
  const lost = { endpoint: recovery.endpoint, at, inUse, tables: ['ledger', 'receipts'] } as const;
  const result = await runRestore(lost, report);
  requireThat(result.differences === 0, `The restored tables differ: ${result.differences}.`);
  const product = await switchTo(exercise, result);
  await requireAnswers(product, before);
  const balance = await readBalance(product, account);
  requireThat(balance === `${POSTINGS_BEFORE + POSTINGS_AFTER}.00`, `It holds ${balance}.`);
  report(`the deleted ledger is back: the account holds ${balance}, and nothing is lost`);
}

async function requireAnswers(product: RunningProduct, postings: readonly ExercisePosting[]) {
  for (const posting of postings) {
    const answer = await sendPosting(product, posting);
    requireThat(answer === posting.answer, `${posting.key} got a different answer.`);
  }
}

function requireThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** `npm run projections -- rebuild all`. */
async function rebuildProjections(connection: LedgerConnection): Promise<void> {
  const store = openLocalProjections(connection);
  const options = { segments: 1, report: () => undefined };
  await Promise.all(READ_MODEL_NAMES.map((name) => rebuildProjection(store, name, options)));
  store.documents.destroy();
}

/** `npm run verify`. */
async function countDifferences(connection: StoreConnection): Promise<number> {
  const store = openLocalStore(connection);
  try {
    return (await verifyLedger({ store, settleMs: 0 })).differenceCount;
  } finally {
    store.documents.destroy();
  }
}
