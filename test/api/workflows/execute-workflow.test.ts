import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, fee, repayment } from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import {
  readBalance,
  createWorkflow,
  executeWorkflow,
  createAndExecuteWorkflow,
} from '../../support/fixtures/workflows.ts';
import type { StepBody } from '../../../tools/samples/request-bodies.ts';

let ledger: TestLedger;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger, { funds: '100.00' });
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const charge = (amount: string, account_id = '${context.account_id}'): StepBody => {
  return { action: 'CHARGE_FEE', parameters: { account_id, amount } };
};

test('returns the outcome of each step and the Location', async () => {
  const id = await openAccount(ledger, { funds: '10.00' });
  const workflowId = await createWorkflow(ledger, charge('${context.fee}'), {
    name: 'tell',
    action: 'CALL_THE_BRANCH',
    parameters: { left: '${steps[1].output.account_postings[0].balance_after}' },
  });
  const context = { account_id: id, fee: '2.50' };

  const answer = await executeWorkflow(ledger, workflowId, context, { correlationId: 'flow-1' });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^exe_/),
    workflow_id: workflowId,
    status: 'COMPLETED',
    steps: [
      {
        order: 1,
        name: 'step 1',
        action: 'CHARGE_FEE',
        status: 'EXECUTED',
        output: {
          journal_entry_id: expect.stringMatching(/^jrn_/),
          account_postings: [
            {
              account_id: id,
              direction: 'DEBIT',
              amount: '2.50',
              currency: 'EUR',
              balance_after: '7.50',
            },
          ],
          posted_at: expect.any(String),
        },
      },
      {
        order: 2,
        name: 'tell',
        action: 'CALL_THE_BRANCH',
        status: 'DISPATCHED',
        output: { left: '7.50' },
      },
    ],
    context,
    executed_by: 'ada',
    correlation_id: 'flow-1',
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/workflow-executions/${answer.body.id}`);
});

test('names the execution in the entry that a step posts, and shows the entry on the statement', async () => {
  const answer = await createAndExecuteWorkflow(ledger, [charge('1.00')], { account_id: account });

  const journalEntryId = answer.body.steps[0].output.journal_entry_id;
  const entry = await ledger.call('getJournalEntry', { path: { journalEntryId } });
  expect(entry.body).toMatchObject({
    workflow_execution_id: answer.body.id,
    entry_type: 'POSTING',
    description: 'Fee',
    posted_by: 'ada',
    ledger_lines: [
      { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '1.00' },
      { account_code: 'FEE_INCOME', credit_amount: '1.00' },
    ],
  });
  const statement = await ledger.call('getAccountStatement', { path: { accountId: account } });
  expect(statement.body.items.at(-1)).toMatchObject({
    journal_entry_id: journalEntryId,
    direction: 'DEBIT',
    amount: '1.00',
    reference: 'Fee',
  });
});

test('executes steps in order, with one running balance per account', async () => {
  const id = await openAccount(ledger);
  const steps = [
    { ...charge('5.00', id), order: 30 },
    { action: 'POST_JOURNAL_ENTRY', order: 20, parameters: credit(id, '7.00') },
    { ...charge('2.00', id), order: 40 },
  ];

  const answer = await createAndExecuteWorkflow(ledger, steps);

  const after = answer.body.steps.map(
    ({ output }: { output: { account_postings: { balance_after: string }[] } }) =>
      output.account_postings[0]?.balance_after,
  );
  expect(after).toEqual(['7.00', '2.00', '0.00']);
  expect(await readBalance(ledger, id)).toBe('0.00');
});

const amounts: [string, unknown, string][] = [
  ['${decimal(context.a) * 0.015}', '1000.00', '15.00'],
  ['${round(decimal(context.a) / 3, 2)}', '100', '33.33'],
  ['${decimal(context.a) + 1}', '90071992547409930.10', '90071992547409931.10'],
  ['${context.a}', 5, '5.00'],
  ['${context.a}', 0.1, '0.10'],
  ['${context.a + 0.2}', 0.1, '0.30'],
  ['${context.a}', '7.5', '7.50'],
];

test.each(amounts)('formats %s of %p as exactly %s', async (template, a, amount) => {
  const parameters = {
    ledger_lines: [
      {
        account_code: '1000',
        debit_amount: template,
      },
      { account_code: '2000', credit_amount: amount },
    ],
  };

  const answer = await createAndExecuteWorkflow(
    ledger,
    [{ action: 'POST_JOURNAL_ENTRY', parameters }],
    { a },
  );

  expect(answer.status).toBe(201);
});

test('executes a workflow without steps, and a step whose condition is empty', async () => {
  const none = await createAndExecuteWorkflow(ledger, [], { a: 1 });
  const one = await createAndExecuteWorkflow(ledger, [{ action: 'EMIT_EVENT', condition: '' }]);

  expect(none.status).toBe(201);
  expect(none.body).toMatchObject({ status: 'COMPLETED', steps: [], context: { a: 1 } });
  expect(one.body.steps).toMatchObject([{ status: 'EXECUTED' }]);
});

test('changes what later steps see with SET_CONTEXT, and skips a step whose condition is false', async () => {
  const steps = [
    { action: 'SET_CONTEXT', parameters: { total: '${context.a + context.b}', __proto_: 1 } },
    { action: 'EMIT_EVENT', parameters: { total: '${context.total}' } },
    { ...charge('1.00'), condition: 'context.total > 100' },
    { action: 'EMIT_EVENT', name: 'last', condition: 'steps[3].status == "SKIPPED"' },
  ];

  const { body } = await createAndExecuteWorkflow(ledger, steps, { a: 1, b: 2 });

  expect(body.context).toEqual({ a: 1, b: 2, total: 3, __proto_: 1 });
  expect(body.steps).toMatchObject([
    { status: 'EXECUTED', output: { total: 3 } },
    { status: 'EXECUTED', output: { total: 3 } },
    { status: 'SKIPPED' },
    { status: 'EXECUTED' },
  ]);
  expect(body.steps[2]).not.toHaveProperty('output');
});

test('prefixes the types of events from steps, whatever type a workflow gives', async () => {
  const parameters = { type: 'journal_entry.posted', id: 'jrn_forged' };
  const workflowId = await createWorkflow(
    ledger,
    { action: 'EMIT_EVENT', parameters },
    { action: 'journal_entry.posted', parameters },
    { action: 'constructor', parameters },
    { action: 'SEND_NOTIFICATION', parameters },
  );

  const { body } = await executeWorkflow(ledger, workflowId, {}, { correlationId: 'forged' });

  expect(body.steps.map(({ status }: { status: string }) => status)).toEqual([
    'EXECUTED',
    'DISPATCHED',
    'DISPATCHED',
    'EXECUTED',
  ]);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'forged');
  const events = receipt ? readStoredEvents(receipt) : [];
  expect(events.map(({ type, aggregateId }) => [type, aggregateId])).toEqual([
    ['workflow.event_emitted', `${body.id}#1`],
    ['workflow.action_dispatched', `${body.id}#2`],
    ['workflow.action_dispatched', `${body.id}#3`],
    ['notification.requested', `${body.id}#4`],
    ['workflow.executed', body.id],
  ]);
  for (const { type, payload } of events) expectValid(`events/${type}`, payload);
  for (const { payload } of events.slice(0, 4)) expect(payload).toMatchObject({ parameters });
});

test('changes loan, journal and account with POST_LOAN_TRANSACTION, also several times', async () => {
  const loan = await disbursedLoan(ledger, '50.00');
  const post = (body: object): StepBody => {
    return { action: 'POST_LOAN_TRANSACTION', parameters: { loan_id: loan.id, ...body } };
  };
  const steps = [post(fee('2.00')), post(repayment('12.00', { principal: '10.00', fees: '2.00' }))];

  const { body } = await createAndExecuteWorkflow(ledger, steps);

  expect(body.steps[1].output).toMatchObject({ loan_id: loan.id, loan_status: 'ACTIVE' });
  const transactionId = body.steps[1].output.transaction_id;
  const read = await ledger.call('getTransaction', { path: { transactionId } });
  expect(read.body).toMatchObject({ type: 'REPAYMENT', amount: '12.00', loan_id: loan.id });
  const after = await ledger.call('getLoan', { path: { loanId: loan.id } });
  expect(after.body).toMatchObject({ principal_outstanding: '40.00', fees_outstanding: '0.00' });
  expect(await readBalance(ledger, loan.account)).toBe('38.00');
});

test('submits SUBMIT_STATUS_TRANSITION as the operator, for a checker to decide later', async () => {
  const id = await openAccount(ledger, { funds: '3.00' });
  const steps = [
    charge('3.00', id),
    {
      action: 'SUBMIT_STATUS_TRANSITION',
      parameters: { account_id: id, transition: 'CLOSE', reason: 'Empty by now' },
    },
  ];

  const { body } = await createAndExecuteWorkflow(ledger, steps);

  const path = { requestId: body.steps[1].output.request_id };
  const decide = (subject: string) =>
    ledger.call('approveAccountLifecycleRequest', { path, subject, body: {} });
  expect((await decide('ada')).body).toMatchObject({ code: 'self_approval' });
  expect((await decide('grace')).body).toMatchObject({ status: 'APPLIED', requested_by: 'ada' });
  const closed = await ledger.call('getAccount', { path: { accountId: id } });
  expect(closed.body).toMatchObject({ status: 'CLOSED', balance: '0.00' });
});

test('submits a request to reverse a record with SUBMIT_ADJUSTMENT', async () => {
  const first = await createAndExecuteWorkflow(ledger, [charge('1.00', account)]);
  const target_id = first.body.steps[0].output.journal_entry_id;
  const parameters = {
    target_type: 'JOURNAL_ENTRY',
    target_id: '${context.entry}',
    adjustment_type: 'REVERSAL',
    reason: 'Waived',
  };

  const { body } = await createAndExecuteWorkflow(
    ledger,
    [{ action: 'SUBMIT_ADJUSTMENT', parameters }],
    {
      entry: target_id,
    },
  );

  const path = { requestId: body.steps[0].output.request_id };
  const approved = await ledger.call('approveFinancialAdjustmentRequest', {
    path,
    subject: 'grace',
    body: {},
  });
  expect(approved.body).toMatchObject({ status: 'APPLIED', target_id, requested_by: 'ada' });
});

test('requires finance.write, a context that is an object, and a workflow of the tenant', async () => {
  const workflowId = await createWorkflow(ledger, { action: 'EMIT_EVENT' });
  const path = { workflowId };

  const denied = await executeWorkflow(ledger, workflowId, {}, { permissions: ['finance.read'] });
  const missing = await ledger.call('executeWorkflow', { path, body: {} });
  const list = await ledger.call('executeWorkflow', { path, body: { context: [] } });
  const theirs = await executeWorkflow(ledger, workflowId, {}, { tenant: 'globex' });
  const unknown = await executeWorkflow(ledger, 'wfl_nothing');

  expect(denied.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(missing.body).toMatchObject({ statusCode: 400, message: ['/context is required'] });
  expect(list.body).toMatchObject({ statusCode: 400, message: ['/context must be object'] });
  for (const { body } of [theirs, unknown]) {
    expect(body).toMatchObject({ statusCode: 404, code: 'workflow_not_found' });
  }
});
