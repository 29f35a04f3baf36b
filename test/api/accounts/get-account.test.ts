import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('shows the balance and raises the version with each change', async () => {
  const accountId = await openAccount(ledger);
  await ledger.call('postJournalEntry', { body: credit(accountId, '1.00') });
  await ledger.call('postJournalEntry', { body: credit(accountId, '2.00') });

  const read = await ledger.call('getAccount', { path: { accountId } });

  expect(read.body).toMatchObject({ id: accountId, balance: '3.00', version: 3 });
  expect(read.body.updated_at > read.body.created_at).toBe(true);
});

const hostile = [
  'acc_',
  '%00',
  '\u0000',
  '../../etc/passwd',
  'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00#B',
  'T#acme#BAL',
  'a'.repeat(3000),
  '__proto__',
  "' OR 1=1",
  '😀',
];

test.each(hostile)('returns 404 for %j', async (accountId) => {
  for (const name of ['getAccount', 'getAccountBalance', 'getAccountStatement'] as const) {
    const answer = await ledger.call(name, { path: { accountId } });
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  }
});

test('returns 404 for an account of another tenant', async () => {
  const accountId = await openAccount(ledger);

  const answer = await ledger.call('getAccount', { tenant: 'globex', path: { accountId } });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
});
