// An execution does everything or nothing, whichever step fails and whatever limit it exceeds.
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { setStatus } from '../../support/invariants/change-stored-item.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { createWorkflow, executeWorkflow } from '../../support/fixtures/workflows.ts';
import type { StepBody } from '../../../tools/samples/request-bodies.ts';

const ledger: TestLedger = await startLedger();
let account: string;
let stored: unknown;
beforeEach(async () => {
  account = await openAccount(ledger, { funds: '10.00' });
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const everything = async () => [
  await readAllItems(ledger.tables.ledger),
  await readAllItems(ledger.tables.receipts),
];

const executedOn = async (steps: StepBody[], context: object = {}) => {
  const workflowId = await createWorkflow(ledger, ...steps);
  stored = await everything();
  return executeWorkflow(ledger, workflowId, { account_id: account, ...context });
};

const charge = (amount: unknown, more: object = {}): StepBody => {
  const parameters = { account_id: '${context.account_id}', amount, ...more };
  return { action: 'CHARGE_FEE', parameters };
};
const post = (parameters: object): StepBody => ({ action: 'POST_JOURNAL_ENTRY', parameters });

const lines = (debit: unknown, credited: unknown) => ({
  ledger_lines: [
    { account_code: '1000', debit_amount: debit },
    { account_code: '2000', credit_amount: credited },
  ],
});

const emit = (parameters: object, condition?: string): StepBody => {
  return { action: 'EMIT_EVENT', parameters, ...(condition !== undefined && { condition }) };
};

const adjustment = {
  target_type: 'JOURNAL_ENTRY',
  target_id: 'jrn_nothing',
  adjustment_type: 'REVERSAL',
  reason: 'why',
};

const failing: [string, StepBody, string][] = [
  ['an unbalanced entry', post(lines('1.00', '2.00')), 'do not balance: debits 1.00, credits 2.00'],
  ['an empty entry', post({}), '/ledger_lines is required'],
  ['an amount with a tenth of a cent', charge('${1.005}'), '/amount must be an amount with at'],
  ['an amount that is text', charge('a lot'), '/amount must be an amount with at most'],
  ['a negative amount', charge('-1.00'), '/amount must be an amount with at most'],
  ['an amount that is a float', charge(0.1), '/amount must be string'],
  ['a line that is a float', post(lines(0.1, '0.10')), '/ledger_lines/0/debit_amount must be str'],
  ['an amount of 200 digits', charge('1'.repeat(200)), '/amount must be an amount with'],
  ['a fee of zero', charge('0.00'), '/amount must be above zero'],
  ['a fee without an amount', charge(undefined), '/amount is required'],
  ['more than the balance', charge('10.01'), 'holds 9.00, less than 10.01'],
  ['another currency', charge('1.00', { currency: 'USD' }), 'is in EUR, not USD'],
  ['an unknown account', charge('1.00', { account_id: 'acc_x' }), 'There is no account acc_x.'],
  [
    'an account id that is not text',
    charge('1.00', { account_id: 5 }),
    '/account_id must be string',
  ],
  ['a number for a reference', charge('1.00', { reference: 5 }), '/reference must be string'],
  [
    'an unknown loan',
    {
      action: 'POST_LOAN_TRANSACTION',
      parameters: { ...repayment('1.00', {}), loan_id: 'loan_x' },
    },
    'allocation does not add up',
  ],
  [
    'no loan',
    { action: 'POST_LOAN_TRANSACTION', parameters: repayment('1.00', { principal: '1.00' }) },
    '/loan_id is required',
  ],
  [
    'a transition from another status',
    {
      action: 'SUBMIT_STATUS_TRANSITION',
      parameters: { account_id: '${context.account_id}', transition: 'UNFREEZE', reason: 'why' },
    },
    'is ACTIVE: no UNFREEZE',
  ],
  [
    'closing an account with money',
    {
      action: 'SUBMIT_STATUS_TRANSITION',
      parameters: { account_id: '${context.account_id}', transition: 'CLOSE', reason: 'why' },
    },
    'holds 9.00',
  ],
  [
    'an adjustment of an unknown entry',
    { action: 'SUBMIT_ADJUSTMENT', parameters: adjustment },
    'There is no journal entry jrn_nothing.',
  ],
  [
    'a condition that is not a boolean',
    emit({}, '"yes"'),
    '/condition line 1, column 1: a condition',
  ],
  ['a condition on an unknown member', emit({}, 'context.b > 1'), 'there is no member b'],
  [
    'a template with an unknown member',
    emit({ a: [{ b: 'of ${steps[9].status}' }] }),
    '/a/0/b line',
  ],
  ['a template whose result has no end', emit({ a: '${1.0 / 3}' }), 'number without an end'],
  [
    'unbounded work',
    emit({ a: '${context.many.all(a, context.many.all(b, a <= b || b <= a))}' }),
    'takes more than 100000 steps',
  ],
];

test.each(failing)(
  '%s: 409 with order, name and reason, and no effect',
  async (_, step, reason) => {
    const many = Array.from({ length: 1_000 }, (_unused, index) => index);
    const first = { ...charge('1.00'), order: 10 };

    const failed = await executedOn([first, { ...step, order: 20, name: 'the second' }], { many });

    expect(failed.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
    expect(failed.body.message).toMatch(/^Step 20 \(the second\) failed: /);
    expect(failed.body.message).toContain(reason);
    expect(await everything()).toEqual(stored);
  },
);

test('an account frozen meanwhile fails its step', async () => {
  const workflowId = await createWorkflow(ledger, charge('1.00'));
  await setStatus(ledger, account, 'FROZEN');

  const failed = await executeWorkflow(ledger, workflowId, { account_id: account });

  expect(failed.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(failed.body.message).toContain('is FROZEN');
});

test('a loan cannot be overpaid by several steps together', async () => {
  const loan = await disbursedLoan(ledger, '10.00');
  const pay = { ...repayment('6.00', { principal: '6.00' }), loan_id: loan.id };
  const step = { action: 'POST_LOAN_TRANSACTION', parameters: pay };

  const failed = await executedOn([step, step]);

  expect(failed.body.message).toBe(
    `Step 2 (step 2) failed: Loan ${loan.id} has 4.00 of principal outstanding.`,
  );
  expect(await everything()).toEqual(stored);
});

test('a failed execution does not use up its key', async () => {
  const workflowId = await createWorkflow(ledger, charge('50.00'));
  const key = 'execute-again-00001';
  const context = { account_id: account };
  expect((await executeWorkflow(ledger, workflowId, context, { key })).status).toBe(409);

  await ledger.call('postJournalEntry', { body: credit(account, '50.00') });

  expect((await executeWorkflow(ledger, workflowId, context, { key })).status).toBe(201);
});

test('an execution larger than one transaction: 400 and no effect', async () => {
  const other = await openAccount(ledger, { funds: '1.00' });
  // Receipt, execution and its pointer; 50 entries, 2 accounts and 100 postings.
  const steps = Array.from({ length: 25 }, () => [
    post(transfer(account, other, '0.01')),
    post(transfer(other, account, '0.01')),
  ]).flat();

  const refused = await executedOn(steps);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'too_many_writes' });
  expect(refused.body.message).toContain('would write 155 items');
  expect(await everything()).toEqual(stored);
});

test('executes as much as one transaction allows', async () => {
  const other = await openAccount(ledger, { funds: '1.00' });
  // Receipt, execution and its pointer, 31 entries, 2 accounts, 62 postings; two requests fill it
  // up.
  const steps = Array.from({ length: 31 }, (_, index) =>
    post(index % 2 === 0 ? transfer(account, other, '0.01') : transfer(other, account, '0.01')),
  );
  const freeze = {
    action: 'SUBMIT_STATUS_TRANSITION',
    parameters: { account_id: other, transition: 'FREEZE', reason: 'why' },
  };

  const full = await executedOn([...steps, freeze, freeze]);
  const tooFull = await executedOn([...steps, freeze, freeze, freeze]);

  expect([full.status, full.body.steps.length]).toEqual([201, 33]);
  expect(tooFull.body).toMatchObject({ code: 'too_many_writes' });
});

test('a record that is too large: 400 and no effect', async () => {
  const text = 'a'.repeat(150_000);

  const refused = await executedOn([emit({ a: '${context.text}' })], { text });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'entry_too_large' });
  expect(await everything()).toEqual(stored);
});
