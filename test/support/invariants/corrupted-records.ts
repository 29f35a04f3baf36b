// Books of a tenant of their own, the means to damage them behind the back of the product, and what
// the checker says of them then.
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { openAccount, startLedger, transfer } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { allItems, directClient } from '../stack/tables.ts';
import { verify } from './verification.ts';

let ledger: TestLedger;
const engine = directClient();

/** Ada has 100.00 and has paid Bob 10.00, 5.00 and 1.00, by the journal entries `payments`. */
export const books = { tenant: '', ada: '', bob: '', payments: ['', '', ''] as const };

/** What the books are kept with. */
export const booksLedger = (): TestLedger => ledger;

/** Makes the books anew before each test of the file. */
export function keepBooks(): void {
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

const tableOf = ({ PK }: Item) => ledger.tables[PK.includes('#RCP#') ? 'receipts' : 'ledger'];

export async function put(item: Item): Promise<void> {
  await engine.send(new PutCommand({ TableName: tableOf(item), Item: item }));
}

export async function remove(item: Item): Promise<void> {
  const { PK, SK } = item;
  await engine.send(new DeleteCommand({ TableName: tableOf(item), Key: { PK, SK } }));
}

type Kind = 'ACC' | 'BAL' | 'ENT' | 'JRN' | 'RCP' | 'LON' | 'LTX' | 'OPL' | 'FAR' | 'REV' | 'EXE';

/** The tenant's records of a kind. */
export async function recordsOf(kind: Kind): Promise<Item[]> {
  const all = await allItems(ledger.tables[kind === 'RCP' ? 'receipts' : 'ledger']);
  return all.filter(({ PK }) => PK.startsWith(`T#${books.tenant}#${kind}#`));
}

export async function one(kind: Kind, is: (item: Item) => boolean) {
  const [item, ...others] = (await recordsOf(kind)).filter(is);
  if (!item || others.length > 0) throw new Error(`not one ${kind}`);
  return item;
}

export const entryOf = (account: string, sequence: number) =>
  one('ENT', (item) => item['account_id'] === account && item['sequence'] === BigInt(sequence));

export const balanceOf = (account: string) => one('BAL', (item) => item['account_id'] === account);

export const termsOf = (account: string) => one('ACC', ({ SK }) => SK === account);

export const journalEntryOf = (id: string) => one('JRN', ({ SK }) => SK === id);

export const receiptOf = (id: string) =>
  one('RCP', (item) =>
    (item['events'] as { aggregate: string }[]).some(({ aggregate }) => aggregate === id),
  );

/** Check, kind, identifier, field, what is stored and what is derived. */
export type Row = readonly unknown[];

/** These differences are reported, each with its place, and no others. */
export async function expectDifferences(...rows: Row[]): Promise<void> {
  const { tenant } = books;
  const verdict = await verify(ledger.tables, { tenant });
  const found = verdict.differences.map(({ check, kind, id, field, stored, derived }) => {
    return [check, kind, id, field, stored, derived];
  });
  expect(found.sort(byText)).toEqual([...rows].sort(byText));
  expect(verdict).toMatchObject({
    isSound: rows.length === 0,
    isFinished: true,
    differenceCount: rows.length,
  });
  for (const { tenant: whose, place } of verdict.differences) {
    expect(whose).toBe(tenant);
    expect(place.PK).toContain(`T#${tenant}#`);
  }
}

// Check, kind, identifier and field: what is expected of the rest may be a pattern.
function byText(a: Row, b: Row): number {
  return a.slice(0, 4).join() < b.slice(0, 4).join() ? -1 : 1;
}
