// The exercise of docs/runbook.md, "Restore": damages and then deletes the ledger, restores it to an earlier
// instant, and runs the checks of the runbook.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECTION_NAMES } from '../../functions/domain/projections/projector.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import { startProduct } from '../bench/load/running-product.ts';
import type { RunningProduct } from '../bench/load/running-product.ts';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { openLocalProjections } from '../../commands/projections/connect.ts';
import { openLocalStore } from '../../commands/verification/connect.ts';
import type { StoreConnection, LedgerConnection } from '../../commands/verification/connect.ts';
import { buildAccountBody, buildCreditBody } from '../samples/request-bodies.ts';
import { TableCopier } from './table-copier.ts';

export interface RestoreOptions {
  readonly engine: EngineName;
  /** An empty folder for the data. */
  readonly folder: string;
  /** Called with each finished step. */
  report(step: string): void;
}

interface ExercisePosting {
  readonly key: string;
  readonly body: object;
  readonly answer: string;
}

const POSTINGS_BEFORE = 20;
const POSTINGS_AFTER = 5;
/** The damage: a script overwrites every balance. */
const DAMAGED_BALANCE = { N: '0' };
const PAUSE_MS = 50;

/** Throws when the restored product is wrong. */
export async function exerciseRestore({ engine: kind, folder, report }: RestoreOptions) {
  const engine = await startEngine({ kind, dataFolder: join(folder, 'engine') });
  const tables = new TableCopier(engine.endpoint);
  const running: RunningProduct[] = [];
  const start = async () => {
    const data = join(folder, 'data');
    const product = await startProduct({ folder, engine: engine.endpoint, data });
    running.push(product);
    return product;
  };
  const stop = async () => {
    for (const product of running.splice(0)) await product.stop();
  };
  try {
    const first = await start();
    const work = await workUntilDamage(first, tables, report);
    await stop();
    report('writes are stopped');
    await restoreTables(first.stack.ledger, tables, work.copies, report);
    const second = await start();
    report('the product runs on the restored tables');
    await checkRestored(second, work, report);
  } finally {
    await stop();
    tables.close();
    await engine.stop();
  }
}

type StepReporter = RestoreOptions['report'];
type TableCopies = Readonly<
  Record<'ledger' | 'receipts', Awaited<ReturnType<TableCopier['copy']>>>
>;

interface WorkResult {
  readonly account: string;
  readonly before: readonly ExercisePosting[];
  readonly after: readonly ExercisePosting[];
  readonly copies: TableCopies;
}

async function workUntilDamage(
  product: RunningProduct,
  tables: TableCopier,
  report: StepReporter,
): Promise<WorkResult> {
  const { ledger_table: ledger, receipts_table: receipts } = product.stack.ledger;
  const account = await createAccount(product);
  const before = await postEntries(product, account, POSTINGS_BEFORE);
  const copies = { ledger: await tables.copy(ledger), receipts: await tables.copy(receipts) };
  report(`${POSTINGS_BEFORE} postings acknowledged: the tables will be restored to this instant`);
  const after = await postEntries(product, account, POSTINGS_AFTER);
  report(`${POSTINGS_AFTER} more postings acknowledged after it`);
  await damageBalance(tables, ledger);
  const differences = await countDifferences(product.stack.ledger);
  requireThat(differences > 0, 'The verification did not find the damage.');
  report(`a script overwrote the balances: verify reports ${differences} differences`);
  return { account, before, after, copies };
}

async function damageBalance(tables: TableCopier, ledger: string): Promise<void> {
  const { items } = await tables.copy(ledger);
  const balances = items.filter(({ PK }) => PK?.S?.includes('#BAL#'));
  for (const item of balances) await tables.put(ledger, { ...item, balance: DAMAGED_BALANCE });
}

async function restoreTables(
  connection: LedgerConnection,
  tables: TableCopier,
  copies: TableCopies,
  report: StepReporter,
) {
  const { ledger_table: ledger, receipts_table: receipts } = connection;
  // The projections show more than the restored tables, until they are rebuilt.
  const { projections_table: _, ...unprojected } = connection;
  const restored = {
    ...unprojected,
    ledger_table: `${ledger}-restored`,
    receipts_table: `${receipts}-restored`,
  };
  await tables.delete(ledger);
  report('the ledger table is deleted');
  await tables.restore(restored.ledger_table, copies.ledger);
  const mismatches = await countDifferences({ ...restored, receipts_table: receipts });
  requireThat(mismatches > 0, 'The verification accepted tables of two instants.');
  report(
    `the ledger is restored to an earlier instant than the receipts: verify reports ${mismatches} differences`,
  );
  await tables.restore(restored.receipts_table, copies.receipts);
  const remaining = await countDifferences(restored);
  requireThat(remaining === 0, `The restored tables have ${remaining} differences.`);
  report('both tables are restored to the same instant: verify finds no differences');
  // Locally a table has the name from the template; on AWS the stack imports the restored tables.
  await tables.delete(receipts);
  await tables.restore(ledger, copies.ledger);
  await tables.restore(receipts, copies.receipts);
}

async function checkRestored(
  product: RunningProduct,
  work: WorkResult,
  report: StepReporter,
): Promise<void> {
  const { account, before, after } = work;
  const connection = product.stack.ledger;
  for (const posting of before) {
    requireThat(
      (await sendPosting(product, posting)) === posting.answer,
      `${posting.key} got a different answer.`,
    );
  }
  report(`${before.length} earlier postings repeated: each gets its first answer`);
  await rebuildProjections(connection);
  requireThat(
    (await countProjected(product)) === before.length,
    'The projections differ from the ledger.',
  );
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

function requireThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

async function createAccount(product: RunningProduct): Promise<string> {
  const body = buildAccountBody({ product_id: 'current' });
  const request = { method: 'POST', path: '/api/accounts', permission: 'finance.write' } as const;
  return JSON.parse(await product.requireSuccess({ ...request, body, key: randomUUID() })).id;
}

async function postEntries(
  product: RunningProduct,
  account: string,
  count: number,
): Promise<ExercisePosting[]> {
  const body = buildCreditBody(account, '1.00');
  const postings = Array.from({ length: count }, () => ({ key: randomUUID(), body, answer: '' }));
  for (const posting of postings) posting.answer = await sendPosting(product, posting);
  return postings;
}

function sendPosting(product: RunningProduct, { key, body }: ExercisePosting): Promise<string> {
  const request = { method: 'POST', path: '/api/journal-entries', permission: 'finance.write' };
  return product.requireSuccess({ ...request, permission: 'finance.write', body, key });
}

async function readBalance(product: RunningProduct, account: string): Promise<string> {
  const path = `/api/accounts/${account}/balance`;
  const answer = await product.requireSuccess({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).balance;
}

/** The number of journal entries in the projection. */
async function countProjected(product: RunningProduct): Promise<number> {
  const path = '/api/projections/ledger-activity?limit=1000';
  const answer = await product.requireSuccess({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).length;
}

/** `npm run projections -- rebuild all`. */
async function rebuildProjections(connection: LedgerConnection): Promise<void> {
  const store = openLocalProjections(connection);
  const options = { segments: 1, report: () => undefined };
  await Promise.all(PROJECTION_NAMES.map((name) => rebuildProjection(store, name, options)));
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
