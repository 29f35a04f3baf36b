// What adjustments ask of the store, counted as in capacity.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { approveAdjustment, asked, posted, rejectAdjustment } from '../support/adjustments.ts';
import { openAccount, startLedger, transfer } from '../support/ledger.ts';
import type { TestLedger } from '../support/ledger.ts';

let ledger: TestLedger;
let entry: string;
let accounts: string[];
beforeAll(async () => {
  ledger = await startLedger();
  accounts = [await openAccount(ledger, { funds: '99.00' }), await openAccount(ledger)];
});
beforeEach(async () => {
  const [from = '', to = ''] = accounts;
  entry = await posted(ledger, transfer(from, to, '1.00'));
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

const requests = () => ledger.proxy.requests.map(({ operation }) => operation);

test('submitting: 2 requests', async () => {
  const [from = '', to = ''] = accounts;
  await asked(ledger, entry, transfer(from, to, '2.00'));

  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test('approving an entry on two accounts: 3 requests', async () => {
  const requestId = await asked(ledger, entry);
  ledger.proxy.requests.length = 0;

  await approveAdjustment(ledger, requestId);

  expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
});

test('rejecting: 2 requests', async () => {
  const requestId = await asked(ledger, entry);
  ledger.proxy.requests.length = 0;

  await rejectAdjustment(ledger, requestId);

  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test('reading the entry and whether it is reversed: 1 request', async () => {
  await ledger.call('getJournalEntry', { path: { journalEntryId: entry } });

  expect(requests()).toEqual(['BatchGetItem']);
});
