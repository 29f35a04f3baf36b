import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
let accountId: string;
beforeAll(async () => {
  ledger = await startLedger();
  accountId = await openAccount(ledger);
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const withdraw = (requestId: string, options: CallOptions = {}) =>
  ledger.call('withdrawAccountLifecycleRequest', { path: { requestId }, body: {}, ...options });

test('the maker withdraws with finance.write alone, and the request is REJECTED by its maker', async () => {
  const requestId = await submitTransition(ledger, accountId);
  const options = { permissions: ['finance.write'], correlationId: 'withdrawn-1' };
  const key = 'withdrawal-0123456789';

  const withdrawn = await withdraw(requestId, { ...options, key });

  expect(withdrawn).toMatchObject({
    status: 201,
    body: {
      id: requestId,
      status: 'REJECTED',
      requested_by: 'ada',
      decided_by: 'ada',
      decision_reason: 'Withdrawn by its maker.',
    },
  });
  expect(withdrawn.body).not.toHaveProperty('applied_at');
  const again = await withdraw(requestId, { ...options, key });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(again.text).toBe(withdrawn.text);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'withdrawn-1') ?? {};
  expect(receipt).toMatchObject({ operation: 'withdrawAccountLifecycleRequest', actor: 'ada' });
  const events = readStoredEvents(receipt as Parameters<typeof readStoredEvents>[0]);
  expect(events).toMatchObject([
    { type: 'lifecycle_request.rejected', version: 2, payload: withdrawn.body },
  ]);
  expectValid('events/lifecycle_request.rejected', events[0]?.payload);
  const late = await approveTransition(ledger, requestId);
  expect(late.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
});

test('keeps the words of the maker', async () => {
  const requestId = await submitTransition(ledger, accountId);

  const { body } = await withdraw(requestId, { body: { reason: 'Wrong account' } });

  expect(body).toMatchObject({ status: 'REJECTED', decision_reason: 'Wrong account' });
});

test('refuses other operators, whatever they hold, and leaves the request waiting', async () => {
  const requestId = await submitTransition(ledger, accountId);

  const other = await withdraw(requestId, { subject: 'grace' });
  const reader = await withdraw(requestId, { permissions: ['finance.read', 'finance.approve'] });
  const foreign = await withdraw(requestId, { tenant: 'globex' });
  const unknown = await withdraw('lcr_x');

  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
  expect(reader.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  for (const { body } of [foreign, unknown]) {
    expect(body).toMatchObject({ statusCode: 404, code: 'lifecycle_request_not_found' });
  }
  const read = await ledger.call('getAccountLifecycleRequest', { path: { requestId } });
  expect(read.body.status).toBe('PENDING_APPROVAL');
});

test('refuses what is decided already; another operator learns only that it is not theirs', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));
  await approveTransition(ledger, requestId);

  const own = await withdraw(requestId);
  const other = await withdraw(requestId, { subject: 'grace' });

  expect(own.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
});

test('needs no body, and repeats its answer to the same request with an empty one', async () => {
  const requestId = await submitTransition(ledger, accountId);
  const key = 'withdrawn-without-body';

  const withdrawn = await withdraw(requestId, { key, body: undefined });
  const again = await withdraw(requestId, { key, body: {} });

  expect(withdrawn.body).toMatchObject({
    status: 'REJECTED',
    decision_reason: 'Withdrawn by its maker.',
  });
  expect(again.text).toBe(withdrawn.text);
});

test.each([
  ['null', 'null'],
  ['an empty reason', { reason: '' }],
  ['a reason of 501 characters', { reason: 'r'.repeat(501) }],
  ['an unknown member', { status: 'REJECTED' }],
])('refuses %s', async (_, body) => {
  const requestId = await submitTransition(ledger, accountId);

  expect((await withdraw(requestId, { body })).status).toBe(400);
});
