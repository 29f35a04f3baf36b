// What an operator types of a loan transaction becomes one request, or says what to change.
import { expect, test } from '@jest/globals';
import type { Account, Loan, LoanTransactionType, Transaction } from '../../../client/client.ts';
import {
  buildAdjustmentRequest,
  findAdjustmentFaults,
  listAdjustable,
  toAdjustmentDraft,
} from '../../../console/src/pages/loan/adjustment/adjustment-draft.ts';
import {
  buildAllocatedAmount,
  computeBalanceAfter,
  computeOutstandingAfter,
  computeUndisbursed,
  EMPTY_PARTS,
  findLoanDraftFaults,
  listLoanActions,
  listPartLimits,
} from '../../../console/src/pages/loan/loan-draft.ts';
import {
  buildLoanRequest,
  EMPTY_TERMS,
  findTermsFaults,
} from '../../../console/src/pages/loans/loan-terms.ts';
import { readPendingRequests } from '../../../console/src/pages/loan/pending/read-pending.ts';
import { describeAmountFault } from '../../../console/src/parts/fields/amount-faults.ts';

const LARGEST = `${'9'.repeat(36)}.99`;
const LOAN: Loan = {
  id: 'loan_1',
  customer_id: 'cus-1',
  product_id: 'consumer-loan',
  account_id: 'acc_1',
  currency: 'EUR',
  principal: '1000.00',
  status: 'ACTIVE',
  disbursed: '600.00',
  principal_outstanding: '500.00',
  interest_outstanding: '20.50',
  fees_outstanding: '0.00',
  version: 4,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
};

test.each<[string, Partial<Loan>, readonly LoanTransactionType[]]>([
  ['is owed and partly paid out', {}, ['DISBURSEMENT', 'REPAYMENT', 'INTEREST', 'FEE']],
  [
    'is new',
    {
      status: 'APPROVED',
      disbursed: '0.00',
      principal_outstanding: '0.00',
      interest_outstanding: '0.00',
    },
    ['DISBURSEMENT', 'INTEREST', 'FEE'],
  ],
  ['is paid out', { disbursed: '1000.00' }, ['REPAYMENT', 'INTEREST', 'FEE']],
  [
    'is settled',
    {
      status: 'SETTLED',
      disbursed: '1000.00',
      principal_outstanding: '0.00',
      interest_outstanding: '0.00',
    },
    [],
  ],
])('a loan that %s', (_name, change, actions) => {
  expect(listLoanActions({ ...LOAN, ...change })).toEqual(actions);
});

test('a repayment is the sum of its parts, exact at any size', () => {
  const loan = { ...LOAN, principal_outstanding: LARGEST };
  const texts = { principal: LARGEST, interest: '', fees: ' ' };

  expect(findLoanDraftFaults('REPAYMENT', texts, listPartLimits('REPAYMENT', loan))).toEqual({});
  expect(buildAllocatedAmount('REPAYMENT', texts, 'EUR')).toEqual({
    amount: LARGEST,
    currency: 'EUR',
    allocation: { principal: LARGEST, interest: '0.00', fees: '0.00' },
  });
  expect(
    buildAllocatedAmount('REPAYMENT', { principal: '1.01', interest: '2', fees: '0.1' }, 'EUR'),
  ).toMatchObject({ amount: '3.11', allocation: { interest: '2.00', fees: '0.10' } });
});

test.each<[LoanTransactionType, readonly string[]]>([
  ['DISBURSEMENT', ['principal']],
  ['REPAYMENT', ['principal', 'interest', 'fees']],
  ['INTEREST', ['interest']],
  ['FEE', ['fees']],
])('a transaction of type %s names only parts that it may', (type, parts) => {
  const all = { principal: '1.00', interest: '1.00', fees: '1.00' };
  const { allocation } = buildAllocatedAmount(type, all, 'EUR');
  const named = Object.entries(allocation).filter(([, amount]) => amount !== '0.00');

  expect(named.map(([part]) => part)).toEqual(parts);
});

test.each<[LoanTransactionType, object, object]>([
  ['DISBURSEMENT', {}, { principal: 'missing' }],
  ['DISBURSEMENT', { principal: '0' }, { principal: 'zero' }],
  ['DISBURSEMENT', { principal: '400.01' }, { principal: { limit: '400.00' } }],
  ['DISBURSEMENT', { principal: '400.00' }, {}],
  ['DISBURSEMENT', { principal: '1.250,00' }, { principal: 'ambiguous' }],
  ['REPAYMENT', {}, { form: 'nothing' }],
  [
    'REPAYMENT',
    { principal: '500.01', interest: 'x' },
    { principal: { limit: '500.00' }, interest: 'invalid' },
  ],
  ['REPAYMENT', { fees: '0.01' }, { fees: { limit: '0.00' } }],
  ['REPAYMENT', { interest: '20.50' }, {}],
  ['INTEREST', { interest: LARGEST }, {}],
  ['FEE', { principal: '5' }, { fees: 'missing' }],
])('%s with %j says %j', (type, typed, faults) => {
  const limits = listPartLimits(type, LOAN);

  expect(findLoanDraftFaults(type, { ...EMPTY_PARTS, ...typed }, limits)).toEqual(faults);
});

test('what is owed and on the account after it is computed before it is sent', () => {
  const paid = buildAllocatedAmount('REPAYMENT', { ...EMPTY_PARTS, interest: '20.50' }, 'EUR');
  const lent = buildAllocatedAmount('DISBURSEMENT', { ...EMPTY_PARTS, principal: '400' }, 'EUR');

  expect(computeUndisbursed(LOAN)).toBe('400.00');
  expect(computeOutstandingAfter('REPAYMENT', paid, LOAN, 'interest')).toBe('0.00');
  expect(computeOutstandingAfter('DISBURSEMENT', lent, LOAN, 'principal')).toBe('900.00');
  expect(computeBalanceAfter('REPAYMENT', paid, '20.00')).toBe('-0.50');
  expect(computeBalanceAfter('DISBURSEMENT', lent, '-0.50')).toBe('399.50');
  expect(computeBalanceAfter('FEE', paid, '1.00')).toBeUndefined();
});

test('an amount says what to do', () => {
  expect(describeAmountFault('missing')).toBe('Enter an amount.');
  expect(describeAmountFault('ambiguous')).toMatch(/^Enter the amount as 1,250\.00\./);
});

const REPAID: Transaction = {
  id: 'txn_1',
  loan_id: 'loan_1',
  type: 'REPAYMENT',
  amount: '1250.50',
  currency: 'EUR',
  allocation: { principal: '1250.00', interest: '0.50', fees: '0.00' },
  journal_entry_id: 'jrn_1',
  posted_by: 'op_1',
  correlation_id: 'c',
  posted_at: '2026-11-20T09:30:00.000Z',
};

test('a correction starts from what was posted, and has no limit before it is decided', () => {
  const draft = toAdjustmentDraft(REPAID);
  const changed = {
    texts: { ...draft.texts, interest: '', fees: LARGEST },
    reason: ' wrong part ',
  };

  expect(draft).toEqual({
    texts: { principal: '1,250.00', interest: '0.50', fees: '' },
    reason: '',
  });
  expect(findAdjustmentFaults(REPAID, 'CORRECTION', changed)).toEqual({
    parts: {},
    isReasonMissing: false,
  });
  expect(
    buildAdjustmentRequest(REPAID, 'CORRECTION', { ...draft, reason: ' wrong part ' }),
  ).toEqual({
    target_type: 'TRANSACTION',
    target_id: 'txn_1',
    adjustment_type: 'CORRECTION',
    reason: 'wrong part',
    correction: {
      lending: { amount: '1250.50', currency: 'EUR', allocation: REPAID.allocation },
    },
  });
});

test('a reversal needs a reason and nothing else', () => {
  const draft = { texts: EMPTY_PARTS, reason: ' ' };

  expect(findAdjustmentFaults(REPAID, 'REVERSAL', draft)).toEqual({
    parts: {},
    isReasonMissing: true,
  });
  expect(findAdjustmentFaults(REPAID, 'CORRECTION', draft).parts).toEqual({ form: 'nothing' });
  expect(buildAdjustmentRequest(REPAID, 'REVERSAL', { ...draft, reason: 'twice' })).toEqual({
    target_type: 'TRANSACTION',
    target_id: 'txn_1',
    adjustment_type: 'REVERSAL',
    reason: 'twice',
  });
});

test('what reverses and what is reversed is not adjusted again; a replacement may be', () => {
  const reversal = { ...REPAID, id: 'txn_2', reverses_transaction_id: 'txn_1' };
  const replacement = { ...REPAID, id: 'txn_3', replaces_transaction_id: 'txn_1' };
  const other = { ...REPAID, id: 'txn_4' };

  expect([...listAdjustable([other, replacement, reversal, REPAID])]).toEqual(['txn_4', 'txn_3']);
});

const ACCOUNT: Account = {
  id: 'acc_1',
  customer_id: 'cus-1',
  name: 'Ada Lovelace',
  currency: 'EUR',
  status: 'ACTIVE',
  balance: '0.00',
  version: 1,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
};

test('a new loan is for the customer of its account, unless another is named', () => {
  const input = {
    ...EMPTY_TERMS,
    account: 'core-1',
    product: ' consumer-loan ',
    principal: '1,250',
  };
  const body = {
    account_id: 'acc_1',
    currency: 'EUR',
    customer_id: 'cus-1',
    product_id: 'consumer-loan',
    principal: '1250.00',
  };

  expect(findTermsFaults(input, ACCOUNT)).toEqual({});
  expect(buildLoanRequest(input, ACCOUNT)).toEqual(body);
  expect(
    buildLoanRequest({ ...input, customer: ' cus-2', reference: ' Kitchen ' }, ACCOUNT),
  ).toEqual({ ...body, customer_id: 'cus-2', reference: 'Kitchen' });
});

test('a new loan says what to change', () => {
  const { customer_id: _none, ...unowned } = ACCOUNT;
  const long = {
    ...EMPTY_TERMS,
    account: 'x',
    product: 'p',
    principal: '1',
    reference: 'x'.repeat(161),
  };

  expect(Object.keys(findTermsFaults(EMPTY_TERMS, undefined))).toEqual([
    'account',
    'product',
    'principal',
  ]);
  expect(findTermsFaults(long, undefined)).toEqual({
    account: 'Enter an account that exists: none has this id or external id.',
    reference: 'Enter at most 160 characters.',
  });
  expect(Object.keys(findTermsFaults({ ...long, reference: '' }, unowned))).toEqual(['customer']);
});

test('of all requests that wait, those of the loan are shown, and whether all were read', async () => {
  const body = { type: 'DISBURSEMENT', amount: '2500.00', currency: 'EUR' };
  const change = (loanId: string) => ({ id: 'chg_1', request: { path: { loanId }, body } });
  const adjustment = {
    id: 'far_1',
    adjustment_type: 'REVERSAL',
    target_loan_id: 'loan_1',
  } as const;
  const asked: (string | undefined)[] = [];
  const found = await readPendingRequests('loan_1', {
    adjustments: async (cursor) => {
      asked.push(cursor);
      return cursor === undefined
        ? { items: [{ ...adjustment, target_loan_id: 'loan_2' }], next_cursor: 'next' }
        : { items: [adjustment] };
    },
    changes: async () => ({ items: [change('loan_1'), change('loan_2')], next_cursor: 'more' }),
  });

  expect(asked).toEqual([undefined, 'next']);
  expect(found.isComplete).toBe(false);
  expect(found.requests.map(({ id }) => id)).toEqual(['far_1', ...Array(5).fill('chg_1')]);
  expect(found.requests[1]?.text).toBe('Disbursement of 2,500.00\u00a0EUR waits for approval.');
});
