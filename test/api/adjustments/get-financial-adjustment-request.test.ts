import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveAdjustment, adjustEntry, postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let requestId: string;
beforeAll(async () => {
  ledger = await startLedger();
  const account = await openAccount(ledger);
  requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '1.00')));
});
afterAll(() => ledger.stop());

const read = (id: string, options = {}) =>
  ledger.call('getFinancialAdjustmentRequest', { path: { requestId: id }, ...options });

test('shows a decision as soon as it is made', async () => {
  const pending = await read(requestId);
  const approved = await approveAdjustment(ledger, requestId);

  expect(pending.body).toMatchObject({ id: requestId, status: 'PENDING_APPROVAL' });
  expect((await read(requestId)).text).toBe(approved.text);
});

test('returns 404 for an unknown request and for one of another tenant', async () => {
  for (const answer of [
    await read('far_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    await read('__proto__'),
    await read(requestId, { tenant: 'globex' }),
  ]) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'adjustment_request_not_found' });
  }
});
