import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('its maker alone withdraws a request, which then posts nothing', async () => {
  const accountId = await openAccount(ledger);
  const requestId = await adjustEntry(ledger, await postEntry(ledger, credit(accountId, '1.00')));
  const withdraw = (subject: string) =>
    ledger.call('withdrawFinancialAdjustmentRequest', { subject, path: { requestId }, body: {} });

  const other = await withdraw('grace');
  const own = await withdraw('ada');

  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
  expect(own.body).toMatchObject({ status: 'REJECTED', decided_by: 'ada' });
  expect((await approveAdjustment(ledger, requestId)).body.code).toBe('already_decided');
  const { body } = await ledger.call('getAccountBalance', { path: { accountId } });
  expect(body.balance).toBe('1.00');
});
