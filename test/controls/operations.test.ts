// Every operation that its row puts under control waits for its approval, and then answers as it would have.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { controllableOperations } from '../../schemas/generated/controllable-operations.ts';
import { schemaPath } from '../../tools/contract/schemas.ts';
import { buildSampleContext } from '../../tools/samples/sample.ts';
import { samples } from '../../tools/samples/samples.ts';
import { approveChange, buildControls, putControls } from '../support/controls/controls.ts';
import { buildFeeRule, createRule, publishProduct } from '../support/fixtures/products.ts';
import { createAndExecuteWorkflow } from '../support/fixtures/workflows.ts';
import { expectValid } from '../support/contract/contract.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { startExports } from '../support/fixtures/batches/exports.ts';
import { asTenant, credit, openAccount } from '../support/stack/ledger.ts';
import type { CallAnswer, OperationCaller, TestLedger } from '../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  // Imports store their files.
  ledger = await startExports();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const names = Object.keys(controllableOperations) as (keyof typeof controllableOperations)[];

async function buildRequest({ call }: OperationCaller, name: OperationName) {
  const context = buildSampleContext(async (other, request) => {
    const answer = await call(other, request);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  });
  return samples[name](context);
}

async function callLater(caller: OperationCaller, name: OperationName, request: object) {
  // The cached configuration has expired.
  advanceTime(10_000);
  const answer: CallAnswer = await caller.call(name, request);
  returnToPresent();
  return answer;
}

test.each(names)('%s waits for its approval', async (name) => {
  const caller = asTenant(ledger, `tenantof${name.toLowerCase()}`);
  const request = await buildRequest(caller, name);
  await putControls(caller, [{ operation: name }]);

  const caught = await callLater(caller, name, request);

  expect(caught.status).toBe(202);
  expect(caught.body).toMatchObject({ operation: name, control: { controls_version: 1 } });
  const approved = await approveChange(caller, caught.body.id);
  expect(approved.body).toMatchObject({ status: 'APPLIED', requested_by: 'ada' });
  expectValid(schemaPath(name, operations[name], 'response'), approved.body.result);
});

/** Whose controls catch another operation, because it does what they do. */
const STANDS_FOR: Partial<Record<OperationName, OperationName>> = {
  postJournalEntries: 'postJournalEntry',
  executeWorkflow: 'postJournalEntry',
  generateProductConfiguration: 'upsertProduct',
  seedDefaultRules: 'createRule',
  importSchema: 'createSchema',
  createBusinessRegistrationSchema: 'createSchema',
  createLoanApprovalNotificationWorkflow: 'createWorkflow',
  createMonthlyFeeChargeWorkflow: 'createWorkflow',
};

test.each(names)('controls of all other operations catch %s if it does the same', async (name) => {
  const caller = asTenant(ledger, `othersof${name.toLowerCase()}`);
  const request = await buildRequest(caller, name);
  const others = names.filter((other) => other !== name);
  await putControls(
    caller,
    others.map((operation) => ({ operation })),
  );

  const { status, body } = await callLater(caller, name, request);

  const operation = STANDS_FOR[name];
  if (operation === undefined) {
    expect([status, body.control]).toEqual([operations[name].success, undefined]);
  } else {
    expect([status, body.control]).toEqual([202, { operation, controls_version: 1 }]);
    expect((await approveChange(caller, body.id)).body.status).toBe('APPLIED');
  }
});

test('a loan transaction in a workflow is judged as one', async () => {
  const caller = asTenant(ledger, 'lending');
  const { path, body } = await buildRequest(caller, 'postLoanTransaction');
  const { loanId } = { loanId: '', ...path };
  const controls = [{ operation: 'postLoanTransaction', when: `request.loanId == "${loanId}"` }];
  await putControls(caller, controls);

  advanceTime(10_000);
  const parameters = { loan_id: loanId, ...(body as object) };
  const executed = await createAndExecuteWorkflow(caller, [
    { action: 'POST_LOAN_TRANSACTION', parameters },
  ]);
  returnToPresent();

  expect([executed.status, executed.body.control]).toMatchObject([202, controls[0] ?? {}]);
});

test.each(names)('a condition may name every variable of %s', async (name) => {
  const caller = asTenant(ledger, `varsof${name.toLowerCase()}`);
  const own = controllableOperations[name].map((variable) => `${variable} == ${variable}`);
  const when = [
    'request.size() >= 0',
    'actor.kind == "OPERATOR"',
    'now > timestamp("2026-01-01T00:00:00Z")',
    ...own,
  ];
  const request = await buildRequest(caller, name);
  await putControls(caller, [{ operation: name, when: when.join(' && ') }]);

  const caught = await callLater(caller, name, request);

  expect(caught.body.control).toEqual({ when: when.join(' && '), controls_version: 1 });
});

test('an entry of a batch is judged as if it were posted alone, without the fees of rules', async () => {
  const caller = asTenant(ledger, 'feesonbatches');
  await publishProduct(caller, 'giro');
  const account = await openAccount(caller, { product: 'giro' });
  await createRule(caller, 'giro', buildFeeRule('0.10', { condition: 'true' }));
  const when = 'request.account_postings.all(one, one.direction == "CREDIT")';
  await putControls(caller, [{ operation: 'postJournalEntry', when }]);
  const entry = credit(account, '5.00');

  const alone = await callLater(caller, 'postJournalEntry', { body: entry });
  const batch = await callLater(caller, 'postJournalEntries', { body: { entries: [entry] } });

  expect([alone.status, alone.body.control]).toEqual([202, { when, controls_version: 1 }]);
  const operation = 'postJournalEntry';
  expect([batch.status, batch.body.control]).toEqual([
    202,
    { operation, when, controls_version: 1 },
  ]);
  expect((await approveChange(caller, batch.body.id)).body.status).toBe('APPLIED');
});

const OPERATION = 'updateGeneralLedgerSettings';
const changeSettings = (caller: OperationCaller, body: object) =>
  callLater(caller, OPERATION, { body });

test('one operator alone does not skip failing rules where the settings are under control', async () => {
  const caller = asTenant(ledger, 'settings');
  await putControls(caller, [{ operation: OPERATION, when: 'has(request.failing_rules)' }]);

  const caught = await changeSettings(caller, { failing_rules: 'SKIP', reason: 'Fees fail' });
  const other = await changeSettings(caller, { time_zone: 'Europe/Berlin' });

  expect([caught.status, caught.body]).toMatchObject([202, { reason: 'Fees fail' }]);
  expect(caught.headers['Location']).toMatch(`/api/change-requests/${caught.body.id}`);
  expect([other.status, other.body.failing_rules]).toEqual([200, undefined]);
  const approved = await approveChange(caller, caught.body.id);
  expect(approved.body.result).toMatchObject({ failing_rules: 'SKIP', time_zone: 'Europe/Berlin' });
});

test('no change of the settings takes two requests', async () => {
  const caller = asTenant(ledger, 'enforcing');
  await putControls(caller, [{ operation: OPERATION }]);
  const waiting = await changeSettings(caller, { failing_rules: 'SKIP' });

  const enforcing = await changeSettings(caller, { chart: 'ENFORCED' });
  const path = { requestId: enforcing.body.id };
  const enforced = await caller.call('approveGeneralLedgerRequest', {
    path,
    body: {},
    subject: 'grace',
  });
  const approved = await approveChange(caller, waiting.body.id);

  expect([enforcing.status, enforcing.body.kind]).toEqual([202, 'SETTINGS_CHANGE']);
  expect(enforcing.headers['Location']).toMatch('/api/general-ledger/requests/glr_');
  expect(enforced.body.status).toBe('APPLIED');
  // The settings have been enforced since the request.
  expect(approved.body).toMatchObject({
    status: 'APPLIED',
    result: { chart: 'ENFORCED', failing_rules: 'SKIP' },
  });
});

// The body of a workflow's execution may have any members.
test('a member of the body does not hide the path from a condition', async () => {
  const caller = asTenant(ledger, 'shadowing');
  const request = await buildRequest(caller, 'executeWorkflow');
  const { workflowId } = { workflowId: '', ...request.path };
  const when = `request.workflowId == "${workflowId}"`;
  await putControls(caller, [{ operation: 'executeWorkflow', when }]);

  const body = { ...(request.body as object), workflowId: 'another' };
  const caught = await callLater(caller, 'executeWorkflow', { ...request, body });

  expect([caught.status, caught.body.control]).toMatchObject([202, { when }]);
});

test('the schema, the rows and the approval name the same operations', async () => {
  const controlled = Object.entries(operations).filter(([, { control }]) => control !== undefined);
  const optional = controlled.filter(([, { control }]) => control !== 'ALWAYS');

  expect(optional.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  expect(
    controlled.flatMap(
      ([, row]) => row.locates === 'getChangeRequest' || row.defers?.includes('getChangeRequest'),
    ),
  ).not.toContain(false);
  const body = { controls: buildControls(names.map((operation) => ({ operation }))) };
  const tenant = asTenant(ledger, 'all');
  expect((await tenant.call('replaceControls', { body })).status).toBe(202);
});
