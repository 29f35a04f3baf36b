// The exercise of docs/runbook.md, "Restore": damages and then deletes the ledger, restores it to
// an earlier instant and runs the checks of the runbook.
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
export async function exerciseRestore({ engine: kind, folder, report: tell }: RestoreOptions) {
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
    const work = await workUntilDamage(first, tables, tell);
    await stop();
    tell('writes are stopped');
    await restoreTables(first.stack.ledger, tables, work.copies, tell);
    const second = await start();
    tell('the product runs on the restored tables');
    await checkRestored(second, work, tell);
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
  tell: StepReporter,
): Promise<WorkResult> {
  const { ledger_table: ledger, receipts_table: receipts } = product.stack.ledger;
  const account = await createAccount(product);
  const before = await postEntries(product, account, POSTINGS_BEFORE);
  const copies = { ledger: await tables.copy(ledger), receipts: await tables.copy(receipts) };
  tell(`${POSTINGS_BEFORE} postings acknowledged, then the instant that will be restored`);
  const after = await postEntries(product, account, POSTINGS_AFTER);
  tell(`${POSTINGS_AFTER} more acknowledged after it`);
  await damageBalance(tables, ledger);
  const found = await countDifferences(product.stack.ledger);
  requireThat(found > 0, 'The damage was not found.');
  tell(`a script overwrote the balances: verify reports ${found} differences`);
  return { account, before, after, copies };
}

async function damageBalance(tables: TableCopier, ledger: string): Promise<void> {
  const { items } = await tables.copy(ledger);
  const balances = items.filter(({ PK }) => PK?.S?.includes('#BAL#'));
  for (const item of balances) await tables.put(ledger, { ...item, balance: DAMAGED_BALANCE });
}

async function restoreTables(
  place: LedgerConnection,
  tables: TableCopier,
  copies: TableCopies,
  tell: StepReporter,
) {
  const { ledger_table: ledger, receipts_table: receipts } = place;
  const restored = {
    ...place,
    ledger_table: `${ledger}-restored`,
    receipts_table: `${receipts}-restored`,
  };
  await tables.delete(ledger);
  tell('the ledger table is lost for good');
  await tables.restore(restored.ledger_table, copies.ledger);
  const apart = await countDifferences({ ...restored, receipts_table: receipts });
  requireThat(apart > 0, 'Verification accepted tables of two instants.');
  tell(`the ledger of an earlier instant than the receipts: verify reports ${apart} differences`);
  await tables.restore(restored.receipts_table, copies.receipts);
  const left = await countDifferences(restored);
  requireThat(left === 0, `The restored tables have ${left} differences.`);
  tell('both tables of the same instant: verify finds them sound');
  // Locally a table has the name from the template; on AWS the stack imports the restored tables.
  await tables.delete(receipts);
  await tables.restore(ledger, copies.ledger);
  await tables.restore(receipts, copies.receipts);
}

async function checkRestored(
  product: RunningProduct,
  work: WorkResult,
  tell: StepReporter,
): Promise<void> {
  const { account, before, after } = work;
  const place = product.stack.ledger;
  for (const posting of before) {
    requireThat(
      (await sendPosting(product, posting)) === posting.answer,
      `${posting.key} got another answer.`,
    );
  }
  tell(`${before.length} postings from before get their first answers again`);
  await rebuildProjections(place);
  requireThat(
    (await countProjected(product)) === before.length,
    'The projections differ from the ledger.',
  );
  tell(`projections rebuilt: ${before.length} journal entries, as in the ledger`);
  for (const posting of after) await sendPosting(product, posting);
  const balance = await readBalance(product, account);
  const expected = `${before.length + after.length}.00`;
  requireThat(balance === expected, `The account holds ${balance} instead of ${expected}.`);
  tell(`${after.length} lost postings, sent again with the same keys: each is posted once`);
  const left = await countDifferences(place);
  requireThat(left === 0, `The ledger has ${left} differences.`);
  while ((await countProjected(product)) < before.length + after.length) await sleep(PAUSE_MS);
  tell(`the account holds ${balance}, verify finds no differences, the projections catch up`);
}

function requireThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

async function createAccount(product: RunningProduct): Promise<string> {
  const body = buildAccountBody({ product_id: 'current' });
  const asked = { method: 'POST', path: '/api/accounts', permission: 'finance.write' } as const;
  return JSON.parse(await product.demand({ ...asked, body, key: randomUUID() })).id;
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
  const asked = { method: 'POST', path: '/api/journal-entries', permission: 'finance.write' };
  return product.demand({ ...asked, permission: 'finance.write', body, key });
}

async function readBalance(product: RunningProduct, account: string): Promise<string> {
  const path = `/api/accounts/${account}/balance`;
  const answer = await product.demand({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).balance;
}

/** The number of journal entries in the projection. */
async function countProjected(product: RunningProduct): Promise<number> {
  const path = '/api/projections/ledger-activity?limit=1000';
  const answer = await product.demand({ method: 'GET', path, permission: 'finance.read' });
  return JSON.parse(answer).length;
}

/** `npm run projections -- rebuild all`. */
async function rebuildProjections(place: LedgerConnection): Promise<void> {
  const store = openLocalProjections(place);
  const options = { segments: 1, report: () => undefined };
  await Promise.all(PROJECTION_NAMES.map((name) => rebuildProjection(store, name, options)));
  store.documents.destroy();
}

/** `npm run verify`. */
async function countDifferences(place: StoreConnection): Promise<number> {
  const store = openLocalStore(place);
  try {
    return (await verifyLedger({ store, settleMs: 0 })).differenceCount;
  } finally {
    store.documents.destroy();
  }
}
