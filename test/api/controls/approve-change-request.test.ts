// The approval of a change request carries out the operation that a control has caught.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildReceiptEntries } from '../../../functions/evidence/receipt-entries.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { readLedgerEnvironment } from '../../../functions/runtime/environment.ts';
import { buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { approveChange, putControls, readChange } from '../../support/controls/controls.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { asTenant, credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const readBalance = async ({ call }: OperationCaller, accountId: string) =>
  (await call('getAccountBalance', { path: { accountId } })).body.balance;

async function openControlledTenant(tenant: string, when = 'amount > 10000.00') {
  const caller = asTenant(ledger, tenant);
  await putControls(caller, [{ operation: 'postJournalEntry', when }]);
  const accountId = await openAccount(caller);
  return { caller, accountId };
}

test('a posting that a control catches waits, and is posted in the name of its maker once approved', async () => {
  const { caller, accountId } = await openControlledTenant('bank');
  const body = { ...credit(accountId, '11000.00'), description: 'Salary' };
  const small = await caller.call('postJournalEntry', { body: credit(accountId, '10000.00') });
  expect(small.status).toBe(201);

  const correlationId = 'flow-4711';
  const requested = await caller.call('postJournalEntry', { body, correlationId });

  expect(requested.status).toBe(202);
  expect(requested.headers['Location']).toBe(`/api/change-requests/${requested.body.id}`);
  expect(requested.body).toEqual({
    id: expect.stringMatching(/^chg_/),
    operation: 'postJournalEntry',
    request: { path: {}, body },
    control: { when: 'amount > 10000.00', controls_version: 1 },
    status: 'PENDING_APPROVAL',
    reason: 'postJournalEntry is under control: amount > 10000.00',
    requested_by: 'ada',
    correlation_id: correlationId,
    created_at: expect.any(String),
  });
  expect(await readBalance(caller, accountId)).toBe('10000.00');

  const approved = await approveChange(caller, requested.body.id, { body: { reason: 'Seen' } });

  expect(approved.status).toBe(201);
  expect(approved.body).toMatchObject({
    ...requested.body,
    status: 'APPLIED',
    decided_by: 'grace',
    decision_reason: 'Seen',
    result: { posted_by: 'ada', correlation_id: correlationId, description: 'Salary' },
  });
  expect(approved.body.applied_at).toBe(approved.body.decided_at);
  expect(await readBalance(caller, accountId)).toBe('21000.00');
  expect(await readChange(caller, requested.body.id)).toEqual(approved.body);
  const path = { journalEntryId: approved.body.result.id };
  const posted = await caller.call('getJournalEntry', { path });
  expect(posted.body).toEqual(approved.body.result);
});

test.each(['', 'Routine, approved by the board', `${'x'.repeat(499)}😀`])(
  'a member that the operation ignores does not become the reason: %j',
  async (reason) => {
    const { caller, accountId } = await openControlledTenant(`ignored-${reason.length}`, 'true');
    const body = { ...credit(accountId, '1.00'), reason };
    const requested = await caller.call('postJournalEntry', { body });

    expect(requested.body.reason).toBe('postJournalEntry is under control: true');
  },
);

test('the maker cannot approve, and a request is decided once', async () => {
  const { caller, accountId } = await openControlledTenant('twice', 'true');
  const { body } = await caller.call('postJournalEntry', { body: credit(accountId, '1.00') });

  const own = await approveChange(caller, body.id, { subject: 'ada' });
  expect(own).toMatchObject({ status: 403, body: { code: 'self_approval' } });
  const key = 'approval-0123456789';
  const first = await approveChange(caller, body.id, { key });
  const again = await approveChange(caller, body.id, { key });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(again.text).toBe(first.text);
  const second = await approveChange(caller, body.id, { subject: 'linus' });
  expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } });
  expect(await readBalance(caller, accountId)).toBe('1.00');
});

test('the key of the maker answers the same 202, whatever became of the request and of the control', async () => {
  const { caller, accountId } = await openControlledTenant('replayed', 'true');
  const request = { body: credit(accountId, '1.00'), key: 'posting-0123456789' };
  const first = await caller.call('postJournalEntry', request);
  await approveChange(caller, first.body.id);
  await putControls(caller, []);

  const again = await caller.call('postJournalEntry', request);

  expect(again).toMatchObject({ status: 202, text: first.text });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(await readBalance(caller, accountId)).toBe('1.00');
});

test('what is no longer possible makes the request FAILED, with the refusal', async () => {
  const { caller, accountId } = await openControlledTenant(
    'failing',
    'request.description == "Big"',
  );
  await caller.call('postJournalEntry', {
    body: { ...credit(accountId, '50.00'), description: 'Small' },
  });
  const big = { ...debit(accountId, '50.00'), description: 'Big' };
  const requested = await caller.call('postJournalEntry', { body: big });
  expect(requested.status).toBe(202);
  await caller.call('postJournalEntry', {
    body: { ...debit(accountId, '0.01'), description: 'x' },
  });

  const failed = await approveChange(caller, requested.body.id);

  expect(failed.body).toMatchObject({
    status: 'FAILED',
    decided_by: 'grace',
    failure_code: 'insufficient_funds',
    failure_reason: expect.stringContaining('49.99'),
  });
  expect(failed.body).not.toHaveProperty('result');
  expect(await readBalance(caller, accountId)).toBe('49.99');
  const again = await approveChange(caller, requested.body.id);
  expect(again.body).toMatchObject({ code: 'already_decided' });
});

test('what is impossible at once is refused at once', async () => {
  const { caller, accountId } = await openControlledTenant('at-once', 'true');

  const refused = await caller.call('postJournalEntry', { body: debit(accountId, '1.00') });

  expect(refused).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } });
});

test('a condition that cannot be evaluated catches', async () => {
  const { caller, accountId } = await openControlledTenant('closed', 'request.limit > 5');

  const caught = await caller.call('postJournalEntry', { body: credit(accountId, '1.00') });

  expect(caught.status).toBe(202);
  expect(caught.body.control.error).toMatch(/^line 1, column /);
});

/** Every receipt of the tenant can become an entry of the evidence log. */
async function expectSealableReceipts(tenant: string): Promise<void> {
  const receipts = await readAllItems(ledger.tables.receipts);
  const own = receipts.filter(({ PK }) => PK.startsWith(`T#${tenant}#`));
  const { sealed, unreadable } = await buildReceiptEntries(openStore(readLedgerEnvironment()), own);

  expect(sealed.length).toBeGreaterThan(0);
  expect(unreadable).toEqual([]);
}

test('a refusal that quotes a long id within a character is a reason that can be sealed', async () => {
  const caller = asTenant(ledger, 'long-id');
  await putControls(caller, [{ operation: 'createRule' }]);
  const request = {
    path: { productId: 'giro' },
    body: buildRuleBody({ id: `a${'😀'.repeat(100)}` }),
  };
  const [first, second] = [
    await caller.call('createRule', request),
    await caller.call('createRule', request),
  ];

  expect((await approveChange(caller, first.body.id)).body.status).toBe('APPLIED');
  const failed = await approveChange(caller, second.body.id);

  expect(failed.body).toMatchObject({ status: 'FAILED', failure_code: 'rule_exists' });
  expect(failed.body.failure_reason.isWellFormed()).toBe(true);
  await expectSealableReceipts('long-id');
});

test('a condition that quotes a long text within a character is a fault that can be sealed', async () => {
  const { caller, accountId } = await openControlledTenant(
    'long-text',
    '{"petty": true}[request.description]',
  );
  const body = { ...credit(accountId, '1.00'), description: `a${'😀'.repeat(40)}` };
  const caught = await caller.call('postJournalEntry', { body });

  expect(caught.body.control.error).toContain('there is no member a😀');
  expect(caught.body.control.error.isWellFormed()).toBe(true);
  await expectSealableReceipts('long-text');
});

test('a control can name services: a person approves what one posts above an amount', async () => {
  const { caller, accountId } = await openControlledTenant(
    'served',
    'actor.kind == "SERVICE" && amount > 10000.00',
  );
  const service = {
    tenant_id: 'served',
    sub: 'night-batch',
    client_id: 'night-batch',
    kind: 'SERVICE',
    scope: 'finance.write',
    expires_at: String(Math.floor(Date.now() / 1000) + 300),
  };
  const postAs = (authorizer: Record<string, string>, amount: string) =>
    caller.call('postJournalEntry', { body: credit(accountId, amount), authorizer });

  expect((await postAs(service, '9000.00')).status).toBe(201);
  expect((await postAs({ ...service, sub: 'op_1', kind: 'OPERATOR' }, '11000.00')).status).toBe(
    201,
  );
  const caught = await postAs(service, '11000.00');

  expect(caught).toMatchObject({ status: 202, body: { requested_by: 'night-batch' } });
  const approved = await approveChange(caller, caught.body.id);
  expect(approved.body.result).toMatchObject({ posted_by: 'night-batch' });
  expect(await readBalance(caller, accountId)).toBe('31000.00');
});

test('a request that does not exist is not found', async () => {
  const answer = await approveChange(ledger, 'chg_1');

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'change_request_not_found' });
});
