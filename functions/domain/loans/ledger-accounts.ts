// The general-ledger side of a loan: which codes a transaction moves money between.
import type { Direction, EntryDraft, LedgerLine, PostingDraft } from '../journal/entry-draft.ts';
import { LOAN_PARTS } from './loans.ts';
import type { Loan, LoanPart } from './loans.ts';
import { loanTransactionKinds } from './transactions.ts';
import type { LoanTransactionDraft, LoanTransactionType } from './transactions.ts';
import { currencyOf, isAboveZero } from '../values/money.ts';
import type { Money } from '../values/money.ts';

/** The roles that a product's `config.ledger_accounts` may give codes of the institution's own. */
export interface LoanLedgerAccounts {
  readonly loans_receivable: string;
  readonly interest_receivable: string;
  readonly fees_receivable: string;
  readonly customer_deposits: string;
  readonly interest_income: string;
  readonly fee_income: string;
}

export const defaultLoanAccounts: LoanLedgerAccounts = {
  loans_receivable: 'LOANS_RECEIVABLE',
  interest_receivable: 'INTEREST_RECEIVABLE',
  fees_receivable: 'FEES_RECEIVABLE',
  customer_deposits: 'CUSTOMER_DEPOSITS',
  interest_income: 'INTEREST_INCOME',
  fee_income: 'FEE_INCOME',
};

type Role = keyof LoanLedgerAccounts;

/** Where each part of what the customer owes stands. */
const RECEIVABLE: Readonly<Record<LoanPart, Role>> = {
  principal: 'loans_receivable',
  interest: 'interest_receivable',
  fees: 'fees_receivable',
};

/** Where the other side of each type of transaction stands. */
const COUNTERPART: Readonly<Record<LoanTransactionType, Role>> = {
  DISBURSEMENT: 'customer_deposits',
  REPAYMENT: 'customer_deposits',
  INTEREST: 'interest_income',
  FEE: 'fee_income',
};

/**
 * The journal entry of a transaction: what it adds to the outstanding parts is debited to their
 * receivables and what it takes is credited, against one line for the whole amount; one posting on
 * the loan's account if the type touches it.
 */
export function loanEntryDraft(
  { terms }: Loan,
  { type, amount, allocation }: LoanTransactionDraft,
  codes: LoanLedgerAccounts = defaultLoanAccounts,
): EntryDraft {
  const { outstanding, account } = loanTransactionKinds[type];
  const line = (role: Role, side: Direction, value: Money): LedgerLine => {
    return { accountCode: codes[role], side, amount: value };
  };
  const receivables = LOAN_PARTS.filter((part) => isAboveZero(allocation[part])).map((part) =>
    line(RECEIVABLE[part], outstanding === 'RAISED' ? 'DEBIT' : 'CREDIT', allocation[part]),
  );
  const counterpart = line(
    COUNTERPART[type],
    outstanding === 'RAISED' ? 'CREDIT' : 'DEBIT',
    amount,
  );
  return {
    entryType: 'POSTING',
    ledgerLines:
      outstanding === 'RAISED' ? [...receivables, counterpart] : [counterpart, ...receivables],
    postings: account === undefined ? [] : [posting(terms, account, amount)],
    currency: currencyOf(amount),
    lending: { loanId: terms.id, accountId: terms.accountId, type, allocation },
  };
}

function posting(
  { accountId, reference }: Loan['terms'],
  direction: Direction,
  amount: Money,
): PostingDraft {
  return { accountId, direction, amount, ...(reference !== undefined && { reference }) };
}
