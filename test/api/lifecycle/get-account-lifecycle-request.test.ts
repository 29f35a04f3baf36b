import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';

let ledger: TestLedger;
let requestId: string;
beforeAll(async () => {
  ledger = await startLedger();
  requestId = await submitTransition(ledger, await openAccount(ledger));
});
afterAll(() => ledger.stop());

const read = (id: string, options = {}) =>
  ledger.call('getAccountLifecycleRequest', { path: { requestId: id }, ...options });

test('shows a decision as soon as it is made', async () => {
  const pending = await read(requestId);
  const approved = await approveTransition(ledger, requestId);

  expect(pending.body).toMatchObject({ id: requestId, status: 'PENDING_APPROVAL' });
  expect((await read(requestId)).text).toBe(approved.text);
});

test.each([
  'lcr_',
  'lcr_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  '01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  '\u0000',
  '__proto__',
  'T#acme#LCR#00',
  'x'.repeat(3000),
])('returns 404 for %j', async (id) => {
  expect((await read(id)).body).toMatchObject({
    statusCode: 404,
    code: 'lifecycle_request_not_found',
  });
});

test('returns 404 for a request of another tenant', async () => {
  expect((await read(requestId, { tenant: 'globex' })).body).toMatchObject({
    statusCode: 404,
    code: 'lifecycle_request_not_found',
  });
});

test('requires finance.read', async () => {
  expect((await read(requestId, { permissions: ['finance.approve'] })).status).toBe(403);
});
