import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
  applyTransitions,
} from '../../support/fixtures/lifecycle.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const accountOf = async (accountId: string) =>
  (await ledger.call('getAccount', { path: { accountId } })).body;

async function eventsOfFlow(correlationId: string) {
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === correlationId);
  return receipt ? readStoredEvents(receipt) : [];
}

test('applies the transition and shows it in the request and the account', async () => {
  const accountId = await openAccount(ledger, { funds: '5.00' });
  const requestId = await submitTransition(ledger, accountId, 'FREEZE', {
    correlationId: 'made-1',
  });

  const approved = await approveTransition(ledger, requestId, { correlationId: 'decided-1' });

  expect(approved.status).toBe(201);
  expect(approved.body).toMatchObject({
    id: requestId,
    status: 'APPLIED',
    requested_by: 'ada',
    decided_by: 'grace',
    correlation_id: 'made-1',
    applied_at: approved.body.decided_at,
  });
  expect(approved.body).not.toHaveProperty('decision_reason');
  expect(approved.headers).not.toHaveProperty('Location');
  expect(approved.headers['X-Correlation-ID']).toBe('decided-1');
  const account = await accountOf(accountId);
  expect(account).toMatchObject({
    status: 'FROZEN',
    version: 3,
    balance: '5.00',
    frozen_at: approved.body.applied_at,
    updated_at: approved.body.applied_at,
  });
  const posted = await ledger.call('postJournalEntry', { body: credit(accountId, '1.00') });
  expect(posted.body).toMatchObject({ statusCode: 409, code: 'account_not_active' });
});

test('emits events for the decision and the account', async () => {
  const accountId = await openAccount(ledger);
  const requestId = await submitTransition(ledger, accountId);
  const approved = await approveTransition(ledger, requestId, { correlationId: 'decided-2' });

  const [decision, change] = await eventsOfFlow('decided-2');

  expect(decision).toMatchObject({
    type: 'lifecycle_request.applied',
    aggregateId: requestId,
    version: 2,
    payload: approved.body,
  });
  expectValid('events/lifecycle_request.applied', decision?.payload);
  expect(change).toMatchObject({
    type: 'account.status_changed',
    aggregateId: accountId,
    version: 2,
    payload: await accountOf(accountId),
  });
  expectValid('events/account.status_changed', change?.payload);
});

test('allows postings on an unfrozen account, which no longer shows that it was frozen', async () => {
  const accountId = await openAccount(ledger);
  await applyTransitions(ledger, accountId, 'FREEZE', 'UNFREEZE');

  const account = await accountOf(accountId);
  const posted = await ledger.call('postJournalEntry', { body: credit(accountId, '1.00') });

  expect(account).toMatchObject({ status: 'ACTIVE', version: 3 });
  expect(account).not.toHaveProperty('frozen_at');
  expect(posted.status).toBe(201);
});

test('closes an account for good', async () => {
  const accountId = await openAccount(ledger);
  await applyTransitions(ledger, accountId, 'FREEZE', 'CLOSE');

  const account = await accountOf(accountId);

  expect(account).toMatchObject({ status: 'CLOSED', closed_at: account.updated_at, version: 3 });
  expect(account).not.toHaveProperty('frozen_at');
});

test('keeps postings made since the submission', async () => {
  const accountId = await openAccount(ledger);
  const requestId = await submitTransition(ledger, accountId);
  await ledger.call('postJournalEntry', { body: credit(accountId, '7.00') });

  const approved = await approveTransition(ledger, requestId);

  expect(approved.body.status).toBe('APPLIED');
  expect(await accountOf(accountId)).toMatchObject({
    status: 'FROZEN',
    balance: '7.00',
    version: 3,
  });
});

test('fails the request when the account has left the expected status, and leaves the account', async () => {
  const accountId = await openAccount(ledger);
  const stale = await submitTransition(ledger, accountId, 'CLOSE');
  await applyTransitions(ledger, accountId, 'FREEZE');
  const before = await accountOf(accountId);

  const approved = await approveTransition(ledger, stale, { correlationId: 'decided-3' });

  expect(approved.status).toBe(201);
  expect(approved.body).toMatchObject({
    status: 'FAILED',
    decided_by: 'grace',
    failure_reason: 'The account is FROZEN, no longer ACTIVE.',
  });
  expect(approved.body).not.toHaveProperty('applied_at');
  expect(await accountOf(accountId)).toEqual(before);
  const events = await eventsOfFlow('decided-3');
  expect(events).toEqual([expect.objectContaining({ type: 'lifecycle_request.failed' })]);
  expectValid('events/lifecycle_request.failed', events[0]?.payload);
});

test('fails the request when an account to be closed has received money', async () => {
  const accountId = await openAccount(ledger);
  const requestId = await submitTransition(ledger, accountId, 'CLOSE');
  await ledger.call('postJournalEntry', { body: credit(accountId, '0.01') });

  const approved = await approveTransition(ledger, requestId);

  expect(approved.body).toMatchObject({
    status: 'FAILED',
    failure_reason: 'The account holds 0.01; only an empty account can be closed.',
  });
  expect(await accountOf(accountId)).toMatchObject({ status: 'ACTIVE', balance: '0.01' });
});

test('refuses the maker whatever the token permits, then accepts another operator', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  const own = await approveTransition(ledger, requestId, { subject: 'ada' });
  const others = await approveTransition(ledger, requestId);

  expect(own.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expect(others.body.status).toBe('APPLIED');
  expect((await approveTransition(ledger, requestId, { subject: 'ada' })).status).toBe(403);
});

test('refuses a second decision', async () => {
  const accountId = await openAccount(ledger);
  const [applied, rejected] = [
    await submitTransition(ledger, accountId),
    await submitTransition(ledger, accountId),
  ];
  await approveTransition(ledger, applied);
  await rejectTransition(ledger, rejected);

  for (const requestId of [applied, rejected]) {
    for (const decide of [approveTransition, rejectTransition]) {
      const answer = await decide(ledger, requestId, { subject: 'linus' });
      expect(answer.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
    }
  }
});

test('repeats its answer to the same key, even when nothing is left to decide', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));
  const key = 'approve-0000-0000-0001';
  const first = await approveTransition(ledger, requestId, { key });

  const again = await approveTransition(ledger, requestId, { key });
  const other = await approveTransition(ledger, requestId, { key, body: { reason: 'other' } });

  expect(again.text).toBe(first.text);
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test.each([
  ['no body', undefined, 400],
  ['an empty body', {}, 201],
  ['a reason of 500 characters', { reason: '😀'.repeat(500) }, 201],
  ['a reason of 501 characters', { reason: 'r'.repeat(501) }, 400],
  ['an empty reason', { reason: '' }, 201],
  ['an unknown member', { reason: 'ok', status: 'APPLIED' }, 400],
  ['null', null, 400],
])('%s', async (_, body, status) => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  const answer = await approveTransition(ledger, requestId, {
    body: body === null ? 'null' : body,
  });

  expect(answer.status).toBe(status);
  if (status === 201) {
    expect(answer.body.decision_reason).toBe((body as { reason?: string }).reason);
  }
});

test('returns 404 for an unknown request and for one of another tenant', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  for (const answer of [
    await approveTransition(ledger, 'lcr_x'),
    await approveTransition(ledger, 'lcr_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    await approveTransition(ledger, requestId, { tenant: 'globex' }),
  ]) {
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'lifecycle_request_not_found' });
  }
});

test('requires finance.approve', async () => {
  const requestId = await submitTransition(ledger, await openAccount(ledger));

  const answer = await approveTransition(ledger, requestId, {
    permissions: ['finance.read', 'finance.write'],
  });

  expect(answer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
