import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { submitTransition, applyTransitions } from '../../support/fixtures/lifecycle.ts';
import type { LifecycleTransition } from '../../support/fixtures/lifecycle.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const body = { transition: 'FREEZE', reason: 'Card reported stolen' };

const submit = (accountId: string, given: unknown = body, options = {}) =>
  ledger.call('submitAccountStatusTransition', { path: { accountId }, body: given, ...options });

test('stores a request that awaits approval, returns its Location and leaves the account unchanged', async () => {
  const accountId = await openAccount(ledger, { funds: '5.00' });
  const before = await ledger.call('getAccount', { path: { accountId } });

  const answer = await submit(accountId, body, { correlationId: 'flow-1' });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^lcr_/),
    account_id: accountId,
    transition: 'FREEZE',
    from_status: 'ACTIVE',
    target_status: 'FROZEN',
    status: 'PENDING_APPROVAL',
    reason: 'Card reported stolen',
    requested_by: 'ada',
    correlation_id: 'flow-1',
    created_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/account-lifecycle-requests/${answer.body.id}`);
  const path = { requestId: answer.body.id };
  expect((await ledger.call('getAccountLifecycleRequest', { path })).text).toBe(answer.text);
  expect((await ledger.call('getAccount', { path: { accountId } })).text).toBe(before.text);
});

test('emits an event', async () => {
  const accountId = await openAccount(ledger);
  const answer = await submit(accountId, body, { correlationId: 'flow-2' });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'flow-2');
  const events = receipt ? readStoredEvents(receipt) : [];
  expect(events).toEqual([
    expect.objectContaining({
      type: 'lifecycle_request.submitted',
      aggregateId: answer.body.id,
      version: 1,
      payload: answer.body,
    }),
  ]);
  expectValid('events/lifecycle_request.submitted', events[0]?.payload);
});

const allowed: [LifecycleTransition, LifecycleTransition[], string, string][] = [
  ['FREEZE', [], 'ACTIVE', 'FROZEN'],
  ['UNFREEZE', ['FREEZE'], 'FROZEN', 'ACTIVE'],
  ['CLOSE', [], 'ACTIVE', 'CLOSED'],
  ['CLOSE', ['FREEZE'], 'FROZEN', 'CLOSED'],
];

test.each(allowed)('accepts %s after %j', async (transition, before, from, target) => {
  const accountId = await openAccount(ledger);
  await applyTransitions(ledger, accountId, ...before);

  const answer = await submit(accountId, { ...body, transition });

  expect(answer.body).toMatchObject({ transition, from_status: from, target_status: target });
});

const refused: [LifecycleTransition, LifecycleTransition[]][] = [
  ['UNFREEZE', []],
  ['FREEZE', ['FREEZE']],
  ['FREEZE', ['CLOSE']],
  ['UNFREEZE', ['CLOSE']],
  ['CLOSE', ['CLOSE']],
];

test.each(refused)('refuses %s after %j', async (transition, before) => {
  const accountId = await openAccount(ledger);
  await applyTransitions(ledger, accountId, ...before);

  const answer = await submit(accountId, { ...body, transition });

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'transition_not_allowed' });
});

test('refuses to close an account that holds money and accepts an emptied one', async () => {
  const accountId = await openAccount(ledger, { funds: '0.01' });

  const full = await submit(accountId, { ...body, transition: 'CLOSE' });
  await ledger.call('postJournalEntry', { body: debit(accountId, '0.01') });
  const empty = await submit(accountId, { ...body, transition: 'CLOSE' });

  expect(full.body).toMatchObject({ statusCode: 409, code: 'balance_not_zero' });
  expect(empty.status).toBe(201);
});

test('accepts several requests for one account', async () => {
  const accountId = await openAccount(ledger);

  const ids = [
    await submitTransition(ledger, accountId, 'FREEZE'),
    await submitTransition(ledger, accountId, 'FREEZE'),
    await submitTransition(ledger, accountId, 'CLOSE'),
  ];

  expect(new Set(ids).size).toBe(3);
});

test.each(['acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00', 'acc_x', '', '__proto__', 'T#acme#BAL'])(
  'returns 404 for the account %j',
  async (accountId) => {
    expect((await submit(accountId)).body).toMatchObject({
      statusCode: 404,
      code: 'account_not_found',
    });
  },
);

test('returns 404 for an account of another tenant', async () => {
  const accountId = await openAccount(ledger);

  const answer = await submit(accountId, body, { tenant: 'globex' });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
});

const wrong: [string, unknown, string][] = [
  ['no body', '', 'A JSON body is required, at least {}.'],
  ['no transition', { reason: 'why' }, '/transition is required'],
  ['no reason', { transition: 'FREEZE' }, '/reason is required'],
  ['an empty reason', { ...body, reason: '' }, '/reason must NOT have fewer than 1 characters'],
  [
    'a reason of 501 characters',
    { ...body, reason: 'r'.repeat(501) },
    '/reason must NOT have more than 500',
  ],
  [
    'another transition',
    { ...body, transition: 'DELETE' },
    '/transition must be one of FREEZE, UNFREEZE, CLOSE',
  ],
  ['an unknown member', { ...body, status: 'FROZEN' }, '/status is not allowed'],
  ['a number for a reason', { ...body, reason: 7 }, '/reason must be string'],
];

test.each(wrong)('refuses %s and names the fault', async (_, given, fault) => {
  const accountId = await openAccount(ledger);

  const answer = await submit(accountId, given);

  expect(answer.status).toBe(400);
  expect([answer.body.message].flat().join(' ')).toContain(fault);
});

test('accepts a reason of 500 characters in any script', async () => {
  const reason = '😀'.repeat(500);

  expect((await submit(await openAccount(ledger), { ...body, reason })).body.reason).toBe(reason);
});

test('requires finance.write', async () => {
  const accountId = await openAccount(ledger);

  const answer = await submit(accountId, body, {
    permissions: ['finance.read', 'finance.approve'],
  });

  expect(answer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
