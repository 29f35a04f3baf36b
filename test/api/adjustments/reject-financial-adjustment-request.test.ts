import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveAdjustment,
  adjustEntry,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let requestId: string;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger);
  requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '1.00')));
});
afterAll(() => ledger.stop());

test('returns 404 for a request of another tenant and requires a reason', async () => {
  const foreign = await rejectAdjustment(ledger, requestId, { tenant: 'globex' });
  const silent = await rejectAdjustment(ledger, requestId, { body: {} });

  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'adjustment_request_not_found' });
  expect(silent.status).toBe(400);
});

test('lets the maker withdraw a request, which then posts nothing', async () => {
  const rejected = await rejectAdjustment(ledger, requestId, { subject: 'ada' });
  const approved = await approveAdjustment(ledger, requestId);

  expect(rejected.body).toMatchObject({
    status: 'REJECTED',
    decided_by: 'ada',
    decision_reason: 'No longer needed',
  });
  expect(approved.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  const read = await ledger.call('getAccount', { path: { accountId: account } });
  expect(read.body.balance).toBe('1.00');
});
