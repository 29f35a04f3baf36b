// Loans: agreeing on them and what transactions do to them (decisions section 5, docs/loans.md).
import { amountOf, minorOf, sumOf } from './amounts.ts';
import { loanDraft } from './loan-entries.ts';
import type { NewTransaction } from './loan-entries.ts';
import { postAll } from './posting.ts';
import { known, refuseWhen } from './refused.ts';
import { fresh, notBefore } from './rule.ts';
import type { Expected, Rule } from './rule.ts';
import { PARTS, put } from './world.ts';
import type { Asked, Body, Books, Exchange, Loan, Part, Parts } from './world.ts';

interface NewLoan {
  readonly account_id: string;
  readonly currency: string;
  readonly principal: string;
  readonly reference?: string;
}

const ZERO: Parts = { principal: 0n, interest: 0n, fees: 0n };
const DIGITS_MAX = 10n ** 38n;

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

function statusOf({ principal, disbursed, outstanding }: Loan): string {
  if (disbursed === 0n) return 'APPROVED';
  const isOwed = PARTS.some((part) => outstanding[part] > 0n);
  return disbursed === principal && !isOwed ? 'SETTLED' : 'ACTIVE';
}

/** The parts that each type may be allocated to. */
const ALLOWED: Readonly<Record<NewTransaction['type'], readonly Part[]>> = {
  DISBURSEMENT: ['principal'],
  REPAYMENT: PARTS,
  INTEREST: ['interest'],
  FEE: ['fees'],
};

const postLoanTransaction: Rule = {
  status: 201,
  check: (body) => {
    const { type, amount, allocation } = body as unknown as NewTransaction;
    refuseWhen(minorOf(amount) === 0n, 'invalid_amount');
    const isWrong = PARTS.some(
      (part) => !ALLOWED[type].includes(part) && minorOf(allocation[part]) > 0n,
    );
    const sum = sumOf(PARTS.map((part) => minorOf(allocation[part])));
    refuseWhen(isWrong || sum !== minorOf(amount), 'allocation_mismatch');
  },
  carryOut: (books, asked, exchange) => {
    const loan = known(books.loans, asked.path['loanId'], 'loan_not_found');
    const wanted = asked.body as NewTransaction;
    refuseWhen(wanted.currency !== loan.currency, 'currency_mismatch');
    const changed = changedBy(loan, wanted);
    const isAccrual = wanted.type === 'INTEREST' || wanted.type === 'FEE';
    refuseWhen(isAccrual && statusOf(loan) === 'SETTLED', 'loan_settled');
    const tooLarge = PARTS.some((part) => changed.outstanding[part] >= DIGITS_MAX);
    refuseWhen(tooLarge, 'balance_out_of_range');
    return postOn(books, { loan, changed, wanted }, asked, exchange);
  },
};

function changedBy(loan: Loan, { type, amount, allocation }: NewTransaction): Loan {
  const sign = type === 'REPAYMENT' ? -1n : 1n;
  const part = (name: Part) => loan.outstanding[name] + sign * minorOf(allocation[name]);
  const outstanding = {
    principal: part('principal'),
    interest: part('interest'),
    fees: part('fees'),
  };
  const disbursed = loan.disbursed + (type === 'DISBURSEMENT' ? minorOf(amount) : 0n);
  refuseWhen(disbursed > loan.principal, 'disbursement_exceeds_principal');
  const isBelow = PARTS.some((name) => outstanding[name] < 0n);
  refuseWhen(isBelow, 'allocation_exceeds_outstanding');
  return { ...loan, disbursed, outstanding, version: loan.version + 1 };
}

interface Change {
  readonly loan: Loan;
  readonly changed: Loan;
  readonly wanted: NewTransaction;
}

function postOn(
  books: Books,
  { loan, changed, wanted }: Change,
  asked: Asked,
  { entries }: Exchange,
): Expected {
  const drafts = [loanDraft(loan, wanted)];
  const posting = { asked, facts: entries, after: loan.updatedAt };
  const { books: posted, bodies } = postAll(books, drafts, posting);
  const entry = bodies[0] ?? {};
  const id = String(entry['transaction_id']);
  // Later than the loan's last change, not only as late.
  const postedAt = String(entry['posted_at']);
  const body = {
    id,
    loan_id: loan.id,
    ...wanted,
    journal_entry_id: entry['id'],
    posted_by: asked.subject,
    correlation_id: asked.correlationId,
    posted_at: postedAt > loan.updatedAt ? postedAt : `after ${loan.updatedAt}`,
  };
  const after = { ...changed, updatedAt: postedAt, transactions: [...loan.transactions, id] };
  return {
    body,
    entries: bodies,
    books: {
      ...posted,
      loans: put(posted.loans, loan.id, after),
      transactions: put(posted.transactions, id, { id, loanId: loan.id, body }),
    },
  };
}

const getLoan: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    return { body: loanBody(known(books.loans, path['loanId'], 'loan_not_found')), books };
  },
};

const getTransaction: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { body } = known(books.transactions, path['transactionId'], 'transaction_not_found');
    return { body, books };
  },
};

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
