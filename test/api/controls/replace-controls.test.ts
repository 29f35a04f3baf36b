// Controls take two operators to change, and are checked when they are written.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveChange, buildControls, putControls } from '../../support/controls/controls.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const CONTROL = { operation: 'postJournalEntry', when: 'amount > 100.00' };

test('two operators replace the controls', async () => {
  const caller = asTenant(ledger, 'two');
  const body = { controls: buildControls([CONTROL]), reason: 'Four eyes on large postings' };

  const requested = await caller.call('replaceControls', { body });

  expect(requested.status).toBe(202);
  expect(requested.body).toMatchObject({
    operation: 'replaceControls',
    status: 'PENDING_APPROVAL',
    reason: 'Four eyes on large postings',
    request: { body },
  });
  expect(requested.body).not.toHaveProperty('control');
  const before = await caller.call('getControls');
  expect(before.body).toEqual({ controls: [], version: 0 });
  const own = await approveChange(caller, requested.body.id, { subject: 'ada' });
  expect(own.body).toMatchObject({ code: 'self_approval' });
  const approved = await approveChange(caller, requested.body.id);
  expect(approved.body.result).toEqual((await caller.call('getControls')).body);
  expect(approved.body.result).toMatchObject({ controls: [{ ...CONTROL }], version: 1 });
});

test('new controls hold within ten seconds, also where the old ones are cached', async () => {
  const caller = asTenant(ledger, 'cached');
  const accountId = await openAccount(caller, { funds: '500.00' });
  await putControls(caller, [CONTROL]);
  advanceTime(10_000);

  const caught = await caller.call('postJournalEntry', { body: credit(accountId, '500.00') });

  returnToPresent();
  expect(caught.status).toBe(202);
});

test.each([
  ['amonut > 100.00', 'there is no variable amonut here'],
  ['amount > "a lot"', 'line 1, column'],
  ['amount', 'must be true or false'],
  ['actor.kid == "SERVICE"', 'there is no member kid'],
  ['actor.kind == "SERVCE"', 'actor.kind is never "SERVCE", but OPERATOR or SERVICE'],
  ['actor["kind"] in ["SERVICE", "ROBOT"]', 'actor.kind is never "ROBOT"'],
  ['account.status != "OPEN" && amount > 1.00', 'account.status is never "OPEN"'],
  ['[1].exists(actor, actor > 1) || actor.kind == "ROBOT"', 'actor.kind is never "ROBOT"'],
])('refuses the condition %s', async (when, message) => {
  const controls = buildControls([CONTROL, { ...CONTROL, when }]);

  const refused = await ledger.call('replaceControls', { body: { controls } });

  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_control' } });
  expect(refused.body.message[0]).toContain('/controls/1/when');
  expect(refused.body.message[0]).toContain(message);
});

test.each([
  'request.context.accounts.exists(account, account.status == "OVERDUE")',
  'cel.bind(actor, request.context.owner, actor.kind == "PARTNER")',
])('accepts any text of a member that a macro names: %s', async (when) => {
  const controls = buildControls([{ operation: 'executeWorkflow', when }]);

  const requested = await ledger.call('replaceControls', { body: { controls } });

  expect(requested.status).toBe(202);
});

test.each([
  ['what the operation does not have', { operation: 'createSchema', when: 'amount > 1.00' }],
  ['text that is not CEL', { ...CONTROL, when: 'amount >' }],
  ['an operation that takes two operators anyway', { operation: 'replaceControls' }],
  ['an operation that does not exist', { operation: 'postJournalEntrys' }],
])('refuses a control with %s', async (_, control) => {
  const body = { controls: buildControls([control]) };

  const refused = await ledger.call('replaceControls', { body });

  expect(refused.status).toBe(400);
});

test('needs configuration.write', async () => {
  const permissions = ['finance.write', 'finance.approve'];

  const refused = await ledger.call('replaceControls', { permissions, body: { controls: [] } });

  expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
});
