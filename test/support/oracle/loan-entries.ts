// The journal entry of a loan transaction: the table of docs/loans.md, line by line.
import { minorOf } from './histories/amounts.ts';
import type { Draft } from './posting.ts';
import { PARTS } from './histories/world.ts';
import type { Line, Loan, Part, Posting } from './histories/world.ts';

export interface NewLending {
  readonly amount: string;
  readonly currency: string;
  readonly allocation: Readonly<Record<Part, string>>;
}

export interface NewTransaction extends NewLending {
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
}

const RECEIVABLE: Readonly<Record<Part, string>> = {
  principal: 'LOANS_RECEIVABLE',
  interest: 'INTEREST_RECEIVABLE',
  fees: 'FEES_RECEIVABLE',
};

export function loanDraft(loan: Loan, wanted: NewTransaction): Draft {
  const { type, amount, currency, allocation } = wanted;
  const debit = (account_code: string, debit_amount: string): Line => ({
    account_code,
    debit_amount,
  });
  const credit = (account_code: string, credit_amount: string): Line => ({
    account_code,
    credit_amount,
  });
  const paid = PARTS.filter((part) => minorOf(allocation[part]) > 0n);
  const lines = {
    DISBURSEMENT: [debit('LOANS_RECEIVABLE', amount), credit('CUSTOMER_DEPOSITS', amount)],
    REPAYMENT: [
      debit('CUSTOMER_DEPOSITS', amount),
      ...paid.map((part) => credit(RECEIVABLE[part], allocation[part])),
    ],
    INTEREST: [debit('INTEREST_RECEIVABLE', amount), credit('INTEREST_INCOME', amount)],
    FEE: [debit('FEES_RECEIVABLE', amount), credit('FEE_INCOME', amount)],
  }[type];
  const postings = type === 'INTEREST' || type === 'FEE' ? [] : [postingOf(loan, wanted)];
  return { type: 'POSTING', lines, postings, currency, isOfLoan: true };
}

function postingOf({ accountId, reference }: Loan, wanted: NewTransaction): Posting {
  const { type, amount, currency } = wanted;
  return {
    account_id: accountId,
    direction: type === 'DISBURSEMENT' ? 'CREDIT' : 'DEBIT',
    amount,
    currency,
    ...(reference !== undefined && { reference }),
  };
}
