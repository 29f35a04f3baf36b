import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('returns the balance with its currency and version', async () => {
  const accountId = await openAccount(ledger, { funds: '12.34', currency: 'GBP' });

  const answer = await ledger.call('getAccountBalance', { path: { accountId } });

  expect(answer.body).toEqual({
    account_id: accountId,
    balance: '12.34',
    currency: 'GBP',
    version: 2,
  });
});

test('returns 404 for an account of another tenant', async () => {
  const accountId = await openAccount(ledger, { tenant: 'globex' });

  const answer = await ledger.call('getAccountBalance', { path: { accountId } });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
});
