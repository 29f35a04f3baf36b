// Which adjustments may be submitted, what an approval posts and why it may fail, without a store.
import { expect, test } from '@jest/globals';
import type { AccountState } from '../../../functions/domain/accounts/accounts.ts';
import { approveAdjustment } from '../../../functions/domain/requests/adjustment-approval.ts';
import { submitAdjustment } from '../../../functions/domain/requests/adjustment-submission.ts';
import type {
  AdjustmentRecords,
  AdjustmentTarget,
} from '../../../functions/domain/requests/adjustments.ts';
import { refuseWrongCorrection } from '../../../functions/domain/requests/corrections.ts';
import type {
  Correction,
  AdjustmentSubmission,
} from '../../../functions/domain/requests/corrections.ts';
import { DEFAULT_GENERAL_LEDGER_TERMS } from '../../../functions/domain/journal/entry-controls.ts';
import type { EntryDraft } from '../../../functions/domain/journal/entry-draft.ts';
import { postEntries } from '../../../functions/domain/journal/journal.ts';
import type { JournalEntry, PostingContext } from '../../../functions/domain/journal/journal.ts';
import {
  buildLoanEntryDraft,
  toLoanTransaction,
} from '../../../functions/domain/journal/loan-entries.ts';
import { draftLoanTransaction } from '../../../functions/domain/loans/transactions.ts';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import { buildZeroAmounts } from '../../../functions/domain/loans/loans.ts';
import type { Loan } from '../../../functions/domain/loans/loans.ts';
import { formatMoney, parseMoney } from '../../../functions/domain/values/money.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const context: PostingContext = {
  now: AT,
  postedBy: 'ada',
  correlationId: 'c-1',
  idsAt: buildIdGenerator(4),
  generalLedger: DEFAULT_GENERAL_LEDGER_TERMS,
};
const eur = (amount: string) => parseMoney(amount, 'EUR');

function accountOf(id: string, balance: string): AccountState {
  const terms = { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' };
  return { ...openAccount(terms, id, AT).state, balance: eur(balance) };
}

const accounts = (...states: AccountState[]) => new Map(states.map((state) => [state.id, state]));

function draftOf(accountId: string, amount: string): EntryDraft {
  return {
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: '1', side: 'DEBIT', amount: eur(amount) },
      { accountCode: '2', side: 'CREDIT', amount: eur(amount) },
    ],
    postings: [{ accountId, direction: 'CREDIT', amount: eur(amount), reference: 'salary' }],
    currency: 'EUR',
  };
}

function entryOf(draft: EntryDraft): JournalEntry {
  const [entry] = postEntries([draft], accounts(accountOf('acc_1', '0.00')), context).entries;
  if (!entry) throw new Error('nothing posted');
  return entry;
}

const journalOf = (accountId: string, amount: string): Correction => ({
  journal: {
    ledger_lines: [
      { account_code: '1', debit_amount: amount },
      { account_code: '2', credit_amount: amount },
    ],
    account_postings: [{ account_id: accountId, direction: 'CREDIT', amount, currency: 'EUR' }],
  },
});

const submission = {
  id: 'far_1',
  reason: 'Wrong',
  requestedBy: 'ada',
  correlationId: 'c-0',
  now: AT,
};
const checker = { subject: 'grace', now: AT };

function asking(target: AdjustmentTarget, correction?: Correction): AdjustmentSubmission {
  return {
    target_type: target.type,
    target_id: target.entry.id,
    adjustment_type: correction ? 'CORRECTION' : 'REVERSAL',
    ...(correction && { correction }),
  };
}

const submit = (target: AdjustmentTarget, basis: AdjustmentRecords, correction?: Correction) =>
  submitAdjustment(asking(target, correction), target, basis, submission);

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return undefined;
}

const entry = entryOf(draftOf('acc_1', '10.00'));
const target: AdjustmentTarget = { type: 'JOURNAL_ENTRY', entry };

test('the reversal swaps sides of lines and postings and keeps their other members', () => {
  const basis = { accounts: accounts(accountOf('acc_1', '10.00')) };

  const { request, posted } = approveAdjustment(submit(target, basis), basis, checker, context);

  const [reversal, ...others] = posted?.entries ?? [];
  expect(others).toEqual([]);
  expect(reversal).toMatchObject({
    entryType: 'REVERSAL',
    postings: [{ accountId: 'acc_1', direction: 'DEBIT', reference: 'salary', sequence: 1 }],
    reversesJournalEntryId: entry.id,
    adjustmentRequestId: 'far_1',
    description: 'Wrong',
  });
  expect(
    reversal?.ledgerLines.map(({ accountCode, side, amount }) => [
      accountCode,
      side,
      formatMoney(amount),
    ]),
  ).toEqual([
    ['1', 'CREDIT', '10.00'],
    ['2', 'DEBIT', '10.00'],
  ]);
  expect(request).toMatchObject({ status: 'APPLIED', reversalJournalEntryId: reversal?.id });
  expect(posted?.accounts.map(({ balance }) => formatMoney(balance))).toEqual(['0.00']);
});

// The balance, the amount that replaces 10.00, and the resulting balance, if allowed.
test.each([
  ['10.00', undefined, '0.00'],
  ['9.99', undefined, undefined],
  ['4.00', '6.00', '0.00'],
  ['4.00', '5.99', undefined],
  // An account that is already overdrawn may go up, but not further down.
  ['-5.00', '10.01', '-4.99'],
  ['-5.00', '9.99', undefined],
])('from %s with %s instead of 10.00: %s', (holds, instead, left) => {
  const basis = { accounts: accounts(accountOf('acc_1', holds)) };
  const correction = instead === undefined ? undefined : journalOf('acc_1', instead);

  const approved = approveAdjustment(submit(target, basis, correction), basis, checker, context);

  expect(approved.request.status).toBe(left === undefined ? 'FAILED' : 'APPLIED');
  expect(approved.posted?.accounts.map(({ balance }) => formatMoney(balance))).toEqual(
    left === undefined ? undefined : [left],
  );
  expect(approved.request.failureReason === undefined).toBe(left !== undefined);
});

test('refuses a submission with the reason', () => {
  const basis = { accounts: accounts(accountOf('acc_1', '10.00')) };
  const reversal: JournalEntry = { ...entry, entryType: 'REVERSAL' };
  const loanEntry = {
    loanId: 'loan_1',
    accountId: 'acc_1',
    type: 'FEE',
    allocation: buildZeroAmounts('EUR').outstanding,
  } as const;
  const ofLoan: JournalEntry = { ...entry, loanEntry, transactionId: 'txn_1' };

  expect(codeOf(() => submit(target, basis))).toBeUndefined();
  expect(codeOf(() => submit(target, { ...basis, reversedBy: 'jrn_2' }))).toBe('already_reversed');
  expect(codeOf(() => submit({ ...target, entry: reversal }, basis))).toBe('target_is_reversal');
  expect(codeOf(() => submit({ ...target, entry: ofLoan }, basis))).toBe('adjust_the_transaction');
  expect(codeOf(() => submit(target, basis, journalOf('acc_2', '1.00')))).toBe('account_not_found');
});

test('requires a correction for a CORRECTION only, of the kind of its target', () => {
  const correction = journalOf('acc_1', '1.00');
  const adjustment = asking(target, correction);

  expect(codeOf(() => refuseWrongCorrection(adjustment))).toBeUndefined();
  expect(codeOf(() => refuseWrongCorrection({ ...adjustment, adjustment_type: 'REVERSAL' }))).toBe(
    'correction_not_allowed',
  );
  expect(codeOf(() => refuseWrongCorrection({ ...adjustment, target_type: 'TRANSACTION' }))).toBe(
    'wrong_correction',
  );
  expect(
    codeOf(() => refuseWrongCorrection({ ...asking(target), adjustment_type: 'CORRECTION' })),
  ).toBe('correction_required');
});

const loan: Loan = {
  terms: {
    id: 'loan_1',
    customerId: 'c',
    productId: 'p',
    accountId: 'acc_1',
    principal: eur('100.00'),
    createdAt: AT.toISOString(),
  },
  state: {
    status: 'SETTLED',
    disbursed: eur('100.00'),
    outstanding: buildZeroAmounts('EUR').outstanding,
    version: 3,
    // Ahead of the present clock.
    updatedAt: '2026-11-20T12:00:01.000Z',
  },
};
const fromLoanEntryMembers = (amount: string) => ({
  amount,
  currency: 'EUR',
  allocation: { principal: amount, interest: '0.00', fees: '0.00' },
});

function transactionTarget(type: 'DISBURSEMENT' | 'REPAYMENT', amount: string): AdjustmentTarget {
  const draft = buildLoanEntryDraft(loan, draftLoanTransaction(type, fromLoanEntryMembers(amount)));
  const states = accounts(accountOf('acc_1', amount));
  const [posted] = postEntries([draft], states, context).entries;
  if (!posted) throw new Error('nothing posted');
  return { type: 'TRANSACTION', entry: posted };
}

test.each([
  ['REPAYMENT', undefined, 'ACTIVE', '100.00'],
  ['REPAYMENT', '60.00', 'ACTIVE', '40.00'],
  ['REPAYMENT', '100.00', 'SETTLED', '0.00'],
  ['REPAYMENT', '100.01', undefined, undefined],
  ['DISBURSEMENT', undefined, undefined, undefined],
  ['DISBURSEMENT', '100.00', 'SETTLED', '0.00'],
  ['DISBURSEMENT', '99.99', undefined, undefined],
  ['DISBURSEMENT', '100.01', undefined, undefined],
] as const)('a settled loan, its %s corrected to %s: %s', (type, instead, status, owed) => {
  const basis = { accounts: accounts(accountOf('acc_1', '500.00')), loan };
  const correction = instead === undefined ? undefined : { lending: fromLoanEntryMembers(instead) };
  const request = submit(transactionTarget(type, '100.00'), basis, correction);

  const { request: decided, posted } = approveAdjustment(request, basis, checker, context);

  expect(decided.status).toBe(status === undefined ? 'FAILED' : 'APPLIED');
  expect(posted?.loan?.state.status).toBe(status);
  const outstanding = posted?.loan?.state.outstanding.principal;
  expect(outstanding && formatMoney(outstanding)).toBe(owed);
  if (!posted) return;
  expect(posted.loan?.state).toMatchObject({ version: 4, updatedAt: '2026-11-20T12:00:01.001Z' });
  expect(posted.entries.map((one) => toLoanTransaction(one)?.type)).toEqual(
    instead === undefined ? [type] : [type, type],
  );
});

const faultsOf = (run: () => unknown): readonly string[] | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.faults;
    throw error;
  }
  return undefined;
};

test('a fault of a correction is named by its place in the request', () => {
  const lending = fromLoanEntryMembers('10.00');
  const wrongSum = { lending: { ...lending, amount: '11.00' } };
  const unbalanced = { journal: { ledger_lines: [{ account_code: '1', debit_amount: '1.00' }] } };
  const ofLoan = transactionTarget('REPAYMENT', '100.00');
  const fee = { ...ofLoan.entry.loanEntry, type: 'FEE' } as JournalEntry['loanEntry'];
  const ofFee = { ...ofLoan, entry: { ...ofLoan.entry, loanEntry: fee } } as AdjustmentTarget;
  const basis = { accounts: accounts(accountOf('acc_1', '500.00')), loan };

  expect(faultsOf(() => refuseWrongCorrection(asking(ofLoan, wrongSum)))).toEqual([
    expect.stringMatching(/^\/correction\/lending\/allocation /),
  ]);
  expect(faultsOf(() => refuseWrongCorrection(asking(target, unbalanced)))).toEqual([
    expect.stringMatching(/^\/correction\/journal\/ledger_lines /),
  ]);
  expect(faultsOf(() => submit(ofFee, basis, { lending }))).toEqual([
    expect.stringMatching(/^\/correction\/lending\/allocation\/principal /),
  ]);
});

test('refuses the maker’s approval before any other check', () => {
  const basis = { accounts: accounts() };
  const request = submit(target, basis);
  const maker = { subject: 'ada', now: AT };

  expect(codeOf(() => approveAdjustment(request, basis, maker, context))).toBe('self_approval');
});
