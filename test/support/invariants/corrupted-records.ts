// A tenant with a few postings, functions that damage its records directly in the table, and the
// differences that the verification then reports.
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { RecordKind } from '../../../functions/ledger/record-kinds.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { openAccount, startLedger, transfer } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { readAllItems, openDirectClient } from '../stack/tables.ts';
import type { VerificationVerdict } from '../../../functions/verification/verify.ts';
import { verifySegments } from './segments.ts';
import { openStore, verifyTables } from './verification.ts';

let ledger: TestLedger;
const engine = openDirectClient();

/** Ada has 100.00 and has paid Bob 10.00, 5.00 and 1.00, by the journal entries `payments`. */
export const books = { tenant: '', ada: '', bob: '', payments: ['', '', ''] as const };

/** The ledger under test. */
export const readLedger = (): TestLedger => ledger;

/** Creates a tenant with postings before each test of the file. */
export function useCorruptibleLedger(): void {
  beforeAll(async () => {
    ledger = await startLedger();
  });
  beforeEach(async () => {
    const tenant = randomUUID();
    const ada = await openAccount(ledger, { tenant, funds: '100.00' });
    const bob = await openAccount(ledger, { tenant });
    const pay = async (amount: string): Promise<string> => {
      const body = transfer(ada, bob, amount);
      return (await ledger.call('postJournalEntry', { tenant, body })).body.id;
    };
    const payments = [await pay('10.00'), await pay('5.00'), await pay('1.00')] as const;
    Object.assign(books, { tenant, ada, bob, payments });
  });
  afterAll(async () => {
    engine.destroy();
    await ledger.stop();
  });
}

const chooseTable = ({ PK }: Item) => ledger.tables[PK.includes('#RCP#') ? 'receipts' : 'ledger'];

export async function putItem(item: Item): Promise<void> {
  await engine.send(new PutCommand({ TableName: chooseTable(item), Item: item }));
}

export async function removeItem(item: Item): Promise<void> {
  const { PK, SK } = item;
  await engine.send(new DeleteCommand({ TableName: chooseTable(item), Key: { PK, SK } }));
}

/** The tenant's records of a kind. */
export async function listRecords(kind: RecordKind): Promise<Item[]> {
  const all = await readAllItems(ledger.tables[kind === 'RCP' ? 'receipts' : 'ledger']);
  return all.filter(({ PK }) => `${PK}#`.startsWith(`T#${books.tenant}#${kind}#`));
}

export async function requireRecord(kind: RecordKind, is: (item: Item) => boolean) {
  const [item, ...others] = (await listRecords(kind)).filter(is);
  if (!item || others.length > 0) throw new Error(`not one ${kind}`);
  return item;
}

export const findEntry = (account: string, sequence: number) =>
  requireRecord(
    'ENT',
    (item) => item['account_id'] === account && item['sequence'] === BigInt(sequence),
  );

export const findBalance = (account: string) =>
  requireRecord('BAL', (item) => item['account_id'] === account);

export const findTerms = (account: string) => requireRecord('ACC', ({ SK }) => SK === account);

export const findJournalEntry = (id: string) => requireRecord('JRN', ({ SK }) => SK === id);

export const findReceipt = (id: string) =>
  requireRecord('RCP', (item) =>
    (item['events'] as { aggregate: string }[]).some(({ aggregate }) => aggregate === id),
  );

/** Check, kind, identifier, field, stored and derived value. */
export type DifferenceRow = readonly unknown[];

/**
 * They compare whole records, or sums over all of them, so that most damage shows in them as well
 * (record-kinds.test.ts, control-damage.test.ts).
 */
const COMPARING_CHECKS = ['form', 'receipts', 'changes', 'receipt-content', 'control-accounts'];

/**
 * Expects exactly these differences, each with a key of the tenant. Those of the checks that compare
 * whole records or sums are left out, unless a row names the check.
 */
export async function expectDifferences(...rows: DifferenceRow[]): Promise<void> {
  const { tenant } = books;
  const store = openStore(ledger.tables);
  const verdict = await verifyTables(ledger.tables, { tenant });
  const inSegments = await verifySegments({ store, tenant }, { segments: 3, records: 5 });
  store.documents.destroy();
  for (const one of [verdict, inSegments]) expectVerdict(one, rows);
  const { checked, differenceCount, remarks } = verdict;
  expect(inSegments).toMatchObject({ checked, differenceCount, remarks });
}

function expectVerdict(verdict: VerificationVerdict, rows: readonly DifferenceRow[]): void {
  const { tenant } = books;
  const found = verdict.differences.map(({ check, kind, id, field, stored, derived }) => {
    return [check, kind, id, field, stored, derived];
  });
  const named = new Set(rows.map(([check]) => check));
  const isExpected = ([check = '']: readonly string[]) =>
    rows.length === 0 || named.has(check) || !COMPARING_CHECKS.includes(check);
  expect(found.filter(isExpected).sort(compareRows)).toEqual([...rows].sort(compareRows));
  expect(verdict).toMatchObject({ isSound: rows.length === 0, isFinished: true });
  for (const { tenant: reported, place } of verdict.differences) {
    expect(reported).toBe(tenant);
    expect(place.PK).toContain(`T#${tenant}#`);
  }
}

// By check, kind, identifier and field: the other columns may be patterns.
function compareRows(a: DifferenceRow, b: DifferenceRow): number {
  return a.slice(0, 4).join() < b.slice(0, 4).join() ? -1 : 1;
}
