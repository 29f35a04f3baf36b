// Records that one event makes are written together, and all come when the store refused some of them.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readStatus } from '../../functions/ledger/projections/status.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import {
  consumeRecords,
  readReceipts,
  toStreamRecords,
} from '../support/projections/projections.ts';
import { countRequests } from '../support/projections/request-counts.ts';
import { openTestStore } from '../support/projections/tables.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';

const ENTRIES = 30;
/** Two codes, an author and a reference. */
const LISTS_PER_ENTRY = 4;
/** By time, actor, operation, entry and account. */
const AUDIT_EVENTS_PER_ENTRY = 5;

const countBatches = (perEntry: number) => Math.ceil((ENTRIES * perEntry) / 25);

let ledger: WatchedLedger;
let store: Store;
let tenant: string;
let made = 0;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  store = openTestStore(ledger);
});
beforeEach(async () => {
  made += 1;
  tenant = `tenant-${made}`;
  const account = { customer_id: 'c', product_id: 'p', name: 'Ada', currency: 'EUR' };
  const { id } = (await ledger.call('createAccount', { tenant, body: account })).body;
  await consumeRecords(toStreamRecords(await readReceipts(ledger, tenant)));
  for (let count = 0; count < ENTRIES; count += 1) await post(String(id));
});
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

async function post(account: string): Promise<void> {
  const posting = { account_id: account, direction: 'CREDIT', amount: '1.00', currency: 'EUR' };
  const body = {
    description: 'Salary',
    ledger_lines: [
      { account_code: '1000-CASH', debit_amount: '1.00' },
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: '1.00' },
    ],
    account_postings: [{ ...posting, reference: 'salaries' }],
  };
  expect((await ledger.call('postJournalEntry', { tenant, body })).status).toBe(201);
}

/** The records of the entries alone. */
async function readEntryRecords() {
  const receipts = await readReceipts(ledger, tenant);
  return toStreamRecords(receipts.filter(({ operation }) => operation === 'postJournalEntry'));
}

async function countListed(query: Record<string, string>): Promise<number> {
  const { status, body } = await ledger.call('listJournalEntries', {
    tenant,
    query: { limit: '100', ...query },
  });
  expect(status).toBe(200);
  return body.items.length;
}

test('the lists of thirty entries take five requests', async () => {
  const records = await readEntryRecords();
  expect(records).toHaveLength(ENTRIES);
  const { operations } = await countRequests(ledger, () => consumeRecords(records));

  const count = (name: string) => operations.filter((one) => one === name).length;
  expect(count('BatchWriteItem')).toBe(
    countBatches(LISTS_PER_ENTRY) + countBatches(AUDIT_EVENTS_PER_ENTRY),
  );
  // The activity of each entry, and the status of the tenant.
  expect(count('PutItem')).toBe(ENTRIES + 1);
  expect(await countListed({ reference: 'salaries' })).toBe(ENTRIES);
});

test('audit events that the store did not take are listed as failing until they are written', async () => {
  const records = await readEntryRecords();
  const countFailing = async () => {
    const { failing } = await readStatus(store, tenant);
    return Object.values(failing).filter(({ projections }) => projections.includes('audit_events'))
      .length;
  };
  ledger.proxy.fail((operation) => (operation === 'BatchWriteItem' ? 'unprocessed' : 'none'));
  const { batchItemFailures } = await consumeRecords(records);
  ledger.proxy.heal();

  expect(batchItemFailures.length).toBeGreaterThan(0);
  expect(await countFailing()).toBeGreaterThan(0);
  expect((await consumeRecords(records)).batchItemFailures).toEqual([]);
  expect(await countFailing()).toBe(0);
});

test('an entry whose lists the store did not take is delivered again, and listed', async () => {
  const records = await readEntryRecords();
  let refused = 0;
  // The lists are sent before the audit events, and each request five times.
  const ends = 5 * countBatches(LISTS_PER_ENTRY);
  ledger.proxy.fail((operation) => {
    if (operation !== 'BatchWriteItem' || refused === ends) return 'none';
    refused += 1;
    return 'unprocessed';
  });
  const { batchItemFailures } = await consumeRecords(records);
  ledger.proxy.heal();

  expect(batchItemFailures.length).toBeGreaterThan(0);
  expect(await countListed({ account_code: 'CUSTOMER_DEPOSITS' })).toBeLessThan(ENTRIES);
  expect((await consumeRecords(records)).batchItemFailures).toEqual([]);
  expect(await countListed({ account_code: 'CUSTOMER_DEPOSITS' })).toBe(ENTRIES);
});
