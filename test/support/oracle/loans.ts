// Loans: agreeing on them and what transactions do to them (docs/contract.md, Loans).
import { amountOf, minorOf } from './histories/amounts.ts';
import { checkLending, checkParts, lentOn, withTransaction } from './loan-amounts.ts';
import { loanDraft } from './loan-entries.ts';
import type { NewTransaction } from './loan-entries.ts';
import { postAll } from './posting.ts';
import { known, refuseWhen } from './refused.ts';
import { fresh, notBefore } from './rule.ts';
import type { Rule } from './rule.ts';
import { PARTS, put } from './histories/world.ts';
import type { Body, Books, Loan, Parts, Transaction } from './histories/world.ts';

interface NewLoan {
  readonly account_id: string;
  readonly currency: string;
  readonly principal: string;
  readonly reference?: string;
}

const ZERO: Parts = { principal: 0n, interest: 0n, fees: 0n };

const createLoan: Rule = {
  status: 201,
  check: (body) => {
    const { principal } = body as unknown as NewLoan;
    refuseWhen(minorOf(principal) === 0n, 'invalid_amount');
  },
  carryOut: (books, asked, { answer }) => {
    const wanted = asked.body as NewLoan;
    const { account_id: accountId, currency, principal, reference } = wanted;
    const account = known(books.accounts, accountId, 'account_not_found');
    refuseWhen(account.currency !== currency, 'currency_mismatch');
    refuseWhen(account.status !== 'ACTIVE', 'account_not_active');
    const facts = answer.body as { id?: string; created_at?: string };
    const id = fresh(facts.id, 'loan', books.loans);
    const created_at = notBefore(facts.created_at, '');
    const loan: Loan = {
      id,
      terms: { ...wanted, id, created_at },
      accountId,
      currency,
      ...(reference !== undefined && { reference }),
      principal: minorOf(principal),
      disbursed: 0n,
      outstanding: ZERO,
      version: 1,
      updatedAt: created_at,
      transactions: [],
    };
    return { body: loanBody(loan), books: { ...books, loans: put(books.loans, id, loan) } };
  },
};

/** The loan as the API says it; its status is what its amounts make of it. */
export function loanBody(loan: Loan): Body {
  const { principal, interest, fees } = loan.outstanding;
  return {
    ...loan.terms,
    status: statusOf(loan),
    disbursed: amountOf(loan.disbursed),
    principal_outstanding: amountOf(principal),
    interest_outstanding: amountOf(interest),
    fees_outstanding: amountOf(fees),
    version: loan.version,
    updated_at: loan.updatedAt,
  };
}

/** Whether a loan that is not settled is paid out and repaid on the account. */
export function isNeeded({ loans }: Books, accountId: string): boolean {
  return [...loans.values()].some((loan) => loan.accountId === accountId && !isSettled(loan));
}

export function isSettled(loan: Loan): boolean {
  return statusOf(loan) === 'SETTLED';
}

function statusOf({ principal, disbursed, outstanding }: Loan): string {
  if (disbursed === 0n) return 'APPROVED';
  const isOwed = PARTS.some((part) => outstanding[part] > 0n);
  return disbursed === principal && !isOwed ? 'SETTLED' : 'ACTIVE';
}

const postLoanTransaction: Rule = {
  status: 201,
  check: (body) => {
    const wanted = body as unknown as NewTransaction;
    checkLending(wanted);
    checkParts(wanted.type, wanted);
  },
  carryOut: (books, asked, { entries: facts }) => {
    const loan = known(books.loans, asked.path['loanId'], 'loan_not_found');
    const wanted = asked.body as NewTransaction;
    refuseWhen(wanted.currency !== loan.currency, 'currency_mismatch');
    const changed = lentOn(loan, [wanted]);
    const isAccrual = wanted.type === 'INTEREST' || wanted.type === 'FEE';
    refuseWhen(isAccrual && isSettled(loan), 'loan_settled');
    const posting = { asked, facts, after: loan.updatedAt };
    const { books: posted, bodies } = postAll(books, [loanDraft(loan, wanted)], posting);
    const [entry = {}] = bodies;
    return { ...withTransaction(posted, changed, wanted, { entry }), entries: bodies };
  },
};

const getLoan: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    return { body: loanBody(known(books.loans, path['loanId'], 'loan_not_found')), books };
  },
};

const getTransaction: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const found = known(books.transactions, path['transactionId'], 'transaction_not_found');
    return { body: transactionBody(found), books };
  },
};

/** The transaction with what has reversed it. */
export function transactionBody({ body, reversedBy }: Transaction): Body {
  return { ...body, ...(reversedBy !== undefined && { reversed_by: reversedBy }) };
}

const listLoanTransactions: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { transactions } = known(books.loans, path['loanId'], 'loan_not_found');
    return { body: { items: transactions.map((id) => books.transactions.get(id)?.body) }, books };
  },
};

export const loanRules = {
  createLoan,
  postLoanTransaction,
  getLoan,
  getTransaction,
  listLoanTransactions,
};
