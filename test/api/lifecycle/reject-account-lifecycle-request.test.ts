import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
} from '../../support/fixtures/lifecycle.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('records who rejected and why, and leaves the account unchanged', async () => {
  const accountId = await openAccount(ledger);
  const requestId = await submitTransition(ledger, accountId, 'FREEZE', {
    correlationId: 'made-1',
  });
  const before = await ledger.call('getAccount', { path: { accountId } });

  const rejected = await rejectTransition(ledger, requestId, { correlationId: 'decided-1' });

  expect(rejected.status).toBe(201);
  expect(rejected.body).toMatchObject({
    id: requestId,
    status: 'REJECTED',
    decided_by: 'grace',
    decision_reason: 'No longer needed',
    decided_at: expect.any(String),
    correlation_id: 'made-1',
  });
  expect(rejected.body).not.toHaveProperty('applied_at');
  expect(rejected.headers).not.toHaveProperty('Location');
  expect((await ledger.call('getAccount', { path: { accountId } })).text).toBe(before.text);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'decided-1');
  const events = receipt ? readStoredEvents(receipt) : [];
  expect(events).toEqual([
    expect.objectContaining({
      type: 'lifecycle_request.rejected',
      aggregateId: requestId,
      version: 2,
      payload: rejected.body,
    }),
  ]);
  expectValid('events/lifecycle_request.rejected', events[0]?.payload);
});

test('lets the maker withdraw, given finance.approve', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));
  const withdraw = (permissions: string[]) =>
    rejectTransition(ledger, requestId, { subject: 'ada', permissions });

  const refused = await withdraw(['finance.read', 'finance.write']);
  const withdrawn = await withdraw(['finance.approve']);

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(withdrawn.body).toMatchObject({ status: 'REJECTED', decided_by: 'ada' });
});

test('refuses a second decision, from its maker too', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));
  await approveTransition(ledger, requestId);

  const answer = await rejectTransition(ledger, requestId, { subject: 'ada' });

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
});

test.each([
  ['no body', undefined, 'A JSON body is required, at least {}.'],
  ['no reason', {}, '/reason is required'],
  ['an empty reason', { reason: '' }, '/reason must NOT have fewer than 1 characters'],
  [
    'a reason of 501 characters',
    { reason: 'r'.repeat(501) },
    '/reason must NOT have more than 500',
  ],
  ['an unknown member', { reason: 'why', status: 'REJECTED' }, '/status is not allowed'],
])('refuses %s', async (_, body, fault) => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  const answer = await rejectTransition(ledger, requestId, { body });

  expect(answer.status).toBe(400);
  expect([answer.body.message].flat().join(' ')).toContain(fault);
});

test('accepts a reason of 500 characters in any script', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));
  const reason = '😀'.repeat(500);

  expect(
    (await rejectTransition(ledger, requestId, { body: { reason } })).body.decision_reason,
  ).toBe(reason);
});

test('returns 404 for an unknown request and for one of another tenant', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  for (const answer of [
    await rejectTransition(ledger, 'lcr_x'),
    await rejectTransition(ledger, requestId, { tenant: 'globex' }),
  ]) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'lifecycle_request_not_found' });
  }
});
