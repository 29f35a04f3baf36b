// The requests of adjustments to the store, counted as in capacity.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { buildEntryBody } from '../../../tools/samples/request-bodies.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import {
  approveAdjustment,
  adjustEntry,
  adjustLoan,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import {
  asTenant,
  credit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';

let ledger: WatchedLedger;
let entry: string;
let accounts: string[];
beforeAll(async () => {
  // The product cache of a container does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
  accounts = [await openAccount(ledger, { funds: '99.00' }), await openAccount(ledger)];
});
beforeEach(async () => {
  const [from = '', to = ''] = accounts;
  entry = await postEntry(ledger, transfer(from, to, '1.00'));
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

const requests = () => ledger.proxy.requests.map(({ operation }) => operation);

test('submitting: 2 requests', async () => {
  const [from = '', to = ''] = accounts;
  await adjustEntry(ledger, entry, transfer(from, to, '2.00'));

  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test('submitting under enforced control accounts: one query for each of two terms that are not cached', async () => {
  const caller = asTenant(ledger, 'enforced');
  await applySettings(caller, { control_accounts: 'ENFORCED' });
  const account = await openAccount(caller, { product: 'unread' });
  const own = await postEntry(caller, buildEntryBody('1.00', ['1000', '3000'], []));
  advanceTime(CACHE_MS);
  ledger.proxy.requests.length = 0;

  await adjustEntry(caller, own);
  expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
  ledger.proxy.requests.length = 0;
  await adjustEntry(caller, own, credit(account, '1.00'));
  expect(requests()).toEqual(['BatchGetItem', 'Query', 'Query', 'TransactWriteItems']);
  ledger.proxy.requests.length = 0;
  await adjustEntry(caller, own, credit(account, '1.00'));
  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test('approving an entry on two accounts: 3 requests', async () => {
  const requestId = await adjustEntry(ledger, entry);
  ledger.proxy.requests.length = 0;

  await approveAdjustment(ledger, requestId);

  expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
});

test('rejecting: 2 requests', async () => {
  const requestId = await adjustEntry(ledger, entry);
  ledger.proxy.requests.length = 0;

  await rejectAdjustment(ledger, requestId);

  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test('reading the entry and whether it is reversed: 1 request', async () => {
  await ledger.call('getJournalEntry', { path: { journalEntryId: entry } });

  expect(requests()).toEqual(['BatchGetItem']);
});

async function repaid(): Promise<string> {
  const path = { loanId: (await disbursedLoan(ledger)).id };
  const body = repayment('40.00', { principal: '40.00' });
  const { body: transaction } = await ledger.call('postLoanTransaction', { path, body });
  ledger.proxy.requests.length = 0;
  return transaction.id as string;
}

test('a loan transaction: submitting 2 requests, approving 3, reading 1', async () => {
  const { type: _, ...instead } = repayment('30.00', { principal: '30.00' });
  const target = await repaid();

  const requestId = await adjustLoan(ledger, target, instead);
  expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
  ledger.proxy.requests.length = 0;
  const { body } = await approveAdjustment(ledger, requestId);
  expect(body.status).toBe('APPLIED');
  expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
  ledger.proxy.requests.length = 0;
  await ledger.call('getTransaction', { path: { transactionId: target } });
  expect(requests()).toEqual(['BatchGetItem']);
});

test('an approval that fails: 3 requests', async () => {
  const both = [await adjustEntry(ledger, entry), await adjustEntry(ledger, entry)];
  await approveAdjustment(ledger, both[0] ?? '');
  ledger.proxy.requests.length = 0;

  const { body } = await approveAdjustment(ledger, both[1] ?? '');

  expect(body.status).toBe('FAILED');
  expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
});

test('approving a decided request or one’s own: 1 request and the read of the receipt', async () => {
  const requestId = await adjustEntry(ledger, entry);
  ledger.proxy.requests.length = 0;

  await approveAdjustment(ledger, requestId, { subject: 'ada' });

  expect(requests()).toEqual(['BatchGetItem', 'GetItem']);
});
