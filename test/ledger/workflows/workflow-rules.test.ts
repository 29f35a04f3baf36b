// Rules and overdrafts of products apply to what a workflow posts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import {
  disbursement,
  buildLoanRequest,
  interest,
  repayment,
} from '../../support/fixtures/loans.ts';
import { createRule, buildFeeRule, publishProduct } from '../../support/fixtures/products.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import {
  readBalance,
  createWorkflow,
  executeWorkflow,
  createAndExecuteWorkflow,
} from '../../support/fixtures/workflows.ts';
import type { StepBody } from '../../../tools/samples/request-bodies.ts';

const ledger: TestLedger = await startLedger();
let product: string;
let account: string;
beforeEach(async () => {
  product = `product-${randomUUID()}`;
  await publishProduct(ledger, product, {
    overdraft_limit: '50.00',
    ledger_accounts: { customer_deposits: '2100', fee_income: '4100' },
  });
  account = await open(product);
});
afterAll(() => stopSoundLedger(ledger));

async function open(product_id: string): Promise<string> {
  const body = { customer_id: 'c', product_id, name: 'n', currency: 'EUR' };
  return (await ledger.call('createAccount', { body })).body.id;
}

const charge = (amount: string): StepBody => {
  return { action: 'CHARGE_FEE', parameters: { account_id: '${context.account_id}', amount } };
};

test('steps together may use the overdraft limit and no more', async () => {
  const context = { account_id: account };

  const within = await createAndExecuteWorkflow(
    ledger,
    [charge('30.00'), charge('20.00')],
    context,
  );
  const beyond = await createAndExecuteWorkflow(ledger, [charge('0.01')], context);

  expect(within.body.steps[1].output.account_postings[0].balance_after).toBe('-50.00');
  expect(beyond.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(await readBalance(ledger, account)).toBe('-50.00');
});

test('posts a fee on the ledger accounts of the product, unless the step names others', async () => {
  const own = {
    income_account_code: '4900',
    deposits_account_code: '2900',
    reference: 'November',
    description: 'Fee of November',
  };
  const [plain, named] = [charge('1.00'), charge('2.00')];
  const steps = [plain, { ...named, parameters: { ...named.parameters, ...own } }];

  const { body } = await createAndExecuteWorkflow(ledger, steps, { account_id: account });

  const entries = body.steps.map(async ({ output }: { output: { journal_entry_id: string } }) => {
    const path = { journalEntryId: output.journal_entry_id };
    return (await ledger.call('getJournalEntry', { path })).body;
  });
  expect(await Promise.all(entries)).toMatchObject([
    {
      description: 'Fee',
      ledger_lines: [
        { account_code: '2100', debit_amount: '1.00' },
        { account_code: '4100', credit_amount: '1.00' },
      ],
      account_postings: [{ direction: 'DEBIT', reference: 'Fee' }],
    },
    {
      description: 'Fee of November',
      ledger_lines: [
        { account_code: '2900', debit_amount: '2.00' },
        { account_code: '4900', credit_amount: '2.00' },
      ],
      account_postings: [{ direction: 'DEBIT', reference: 'November' }],
    },
  ]);
});

test('a rule that denies a later step fails it by name, and undoes the earlier steps', async () => {
  await createRule(ledger, product, {
    condition: 'account.balance_after < -20.00',
    action: { type: 'DENY', message: 'Not below 20.00.' },
  });
  const workflowId = await createWorkflow(ledger, charge('15.00'), charge('15.00'));
  const before = await readAllItems(ledger.tables.ledger);

  const denied = await executeWorkflow(ledger, workflowId, { account_id: account });

  expect(denied.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(denied.body.message).toContain('Step 2 (step 2) failed: Not below 20.00. (rule rul_');
  expect(await readAllItems(ledger.tables.ledger)).toEqual(before);
});

test('a rule that charges adds its fee to the entry of a step, and its event to the execution', async () => {
  await createRule(ledger, product, buildFeeRule('0.50'));
  const other = await open('unpublished');
  const step = { action: 'POST_JOURNAL_ENTRY', parameters: transfer(account, other, '10.00') };
  const workflowId = await createWorkflow(ledger, step, charge('1.00'));

  const { body } = await executeWorkflow(
    ledger,
    workflowId,
    { account_id: account },
    { correlationId: product },
  );

  const postings = body.steps[0].output.account_postings as { balance_after: string }[];
  expect(postings.map(({ balance_after }) => balance_after)).toEqual(['-10.00', '10.00', '-10.50']);
  expect(await readBalance(ledger, account)).toBe('-12.00');
  const receipt = (await readAllItems(ledger.tables.receipts)).find(
    (item) => item['correlation_id'] === product && item['operation'] === 'executeWorkflow',
  );
  const types = (receipt ? readStoredEvents(receipt) : []).map(({ type }) => type);
  expect(types).toEqual([
    'journal_entry.posted',
    'policy.rule_matched',
    'journal_entry.posted',
    'policy.rule_matched',
    'workflow.executed',
  ]);
});

test('a rule on loan transactions judges those of a workflow', async () => {
  await createRule(ledger, product, {
    applies_to: ['LOAN_TRANSACTION'],
    condition: 'transaction.type == "REPAYMENT" && loan.principal_outstanding - amount < 5.00',
    action: { type: 'DENY', message: 'Settle at the counter.' },
  });
  const body = { ...buildLoanRequest(account), product_id: product, principal: '10.00' };
  const loanId = (await ledger.call('createLoan', { body })).body.id;
  await ledger.call('postLoanTransaction', { path: { loanId }, body: disbursement('10.00') });
  const pay = {
    action: 'POST_LOAN_TRANSACTION',
    parameters: { ...repayment('3.00', { principal: '3.00' }), loan_id: loanId },
  };

  const once = await createAndExecuteWorkflow(ledger, [pay]);
  const again = await createAndExecuteWorkflow(ledger, [pay]);

  expect(once.status).toBe(201);
  expect(again.body.message).toContain('Step 1 (step 1) failed: Settle at the counter.');
});

test('a rule of the account’s product judges interest of a workflow, also after its posting', async () => {
  const ofAccount = `${product}-interest`;
  await createRule(ledger, ofAccount, {
    applies_to: ['LOAN_TRANSACTION'],
    condition: 'transaction.type == "INTEREST" && account == null && amount > 5.00',
    action: { type: 'DENY', message: 'Too much interest.' },
  });
  const payer = await open(ofAccount);
  const body = { ...buildLoanRequest(payer), product_id: product, principal: '10.00' };
  const loanId = (await ledger.call('createLoan', { body })).body.id;
  const accrue = (amount: string) => ({
    action: 'POST_LOAN_TRANSACTION',
    parameters: { ...interest(amount), loan_id: loanId },
  });
  const pay = { action: 'POST_JOURNAL_ENTRY', parameters: credit(payer, '1.00') };

  const denied = await createAndExecuteWorkflow(ledger, [pay, accrue('5.01')]);
  const executed = await createAndExecuteWorkflow(ledger, [pay, accrue('5.00'), pay]);

  expect(denied.body.message).toContain('Step 2 (step 2) failed: Too much interest.');
  expect(executed.status).toBe(201);
  expect(await readBalance(ledger, payer)).toBe('2.00');
});

test('allows a step that closes an account only after the step that settles its loan', async () => {
  const body = { ...buildLoanRequest(account), principal: '10.00' };
  const loanId = (await ledger.call('createLoan', { body })).body.id;
  await ledger.call('postLoanTransaction', { path: { loanId }, body: disbursement('10.00') });
  const settle = {
    action: 'POST_LOAN_TRANSACTION',
    parameters: { ...repayment('10.00', { principal: '10.00' }), loan_id: loanId },
  };
  const close = {
    action: 'SUBMIT_STATUS_TRANSITION',
    parameters: { account_id: account, transition: 'CLOSE', reason: 'Repaid' },
  };
  const top = { action: 'POST_JOURNAL_ENTRY', parameters: credit(account, '10.00') };
  const drain = charge('10.00');

  const early = await createAndExecuteWorkflow(ledger, [drain, close], { account_id: account });
  const late = await createAndExecuteWorkflow(ledger, [top, drain, settle, close], {
    account_id: account,
  });

  expect(early.body.message).toContain('is needed for a loan that is not settled');
  const path = { requestId: late.body.steps[3].output.request_id };
  const approval = { path, subject: 'grace', body: {} };
  const approved = await ledger.call('approveAccountLifecycleRequest', approval);
  expect(approved.body).toMatchObject({ status: 'APPLIED' });
  const closed = await ledger.call('getAccount', { path: { accountId: account } });
  expect(closed.body).toMatchObject({ status: 'CLOSED', balance: '0.00' });
});
