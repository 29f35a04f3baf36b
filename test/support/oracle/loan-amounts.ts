// What transactions do to the amounts of a loan, judged on their sum.
import { minorOf, sumOf } from './histories/amounts.ts';
import type { NewLending, NewTransaction } from './loan-entries.ts';
import { refuseWhen } from './refused.ts';
import { PARTS, put } from './histories/world.ts';
import type { Body, Books, Loan, Part } from './histories/world.ts';

export interface Lent extends NewTransaction {
  /** It takes back a transaction of its type. */
  readonly isReversal?: boolean;
}

const DIGITS_MAX = 10n ** 38n;

/** The loan after all of them, or a no. */
export function lentOn(loan: Loan, transactions: readonly Lent[]): Loan {
  const part = (name: Part) =>
    sumOf([
      loan.outstanding[name],
      ...transactions.map((one) => signOf(one) * minorOf(one.allocation[name])),
    ]);
  const paidOut = transactions.filter(({ type }) => type === 'DISBURSEMENT');
  const disbursed = sumOf([
    loan.disbursed,
    ...paidOut.map((one) => signOf(one) * minorOf(one.amount)),
  ]);
  refuseWhen(disbursed > loan.principal, 'disbursement_exceeds_principal');
  const outstanding = {
    principal: part('principal'),
    interest: part('interest'),
    fees: part('fees'),
  };
  const isBelow = PARTS.some((name) => outstanding[name] < 0n);
  refuseWhen(isBelow, 'allocation_exceeds_outstanding');
  const isAbove = PARTS.some((name) => outstanding[name] >= DIGITS_MAX);
  refuseWhen(isAbove, 'balance_out_of_range');
  return { ...loan, disbursed, outstanding, version: loan.version + 1 };
}

function signOf({ type, isReversal = false }: Lent): bigint {
  return (type === 'REPAYMENT') === isReversal ? 1n : -1n;
}

/** The parts that each type may be allocated to. */
const ALLOWED: Readonly<Record<NewTransaction['type'], readonly Part[]>> = {
  DISBURSEMENT: ['principal'],
  REPAYMENT: PARTS,
  INTEREST: ['interest'],
  FEE: ['fees'],
};

/** Says no to an amount that is nothing or that is not the sum of its parts. */
export function checkLending({ amount, allocation }: NewLending): void {
  refuseWhen(minorOf(amount) === 0n, 'invalid_amount');
  const sum = sumOf(PARTS.map((part) => minorOf(allocation[part])));
  refuseWhen(sum !== minorOf(amount), 'allocation_mismatch');
}

/** Says no to parts that the type may not touch. */
export function checkParts(type: NewTransaction['type'], { allocation }: NewLending): void {
  const isWrong = PARTS.some(
    (part) => !ALLOWED[type].includes(part) && minorOf(allocation[part]) > 0n,
  );
  refuseWhen(isWrong, 'allocation_mismatch');
}

/** The books with the transaction that the journal entry has posted, the newest of its loan. */
export function withTransaction(
  books: Books,
  loan: Loan,
  lent: Lent,
  { entry, links = {} }: { entry: Body; links?: Body },
): { books: Books; body: Body } {
  const id = String(entry['transaction_id']);
  const { isReversal: _, ...wanted } = lent;
  const body = {
    id,
    loan_id: loan.id,
    ...wanted,
    ...links,
    journal_entry_id: entry['id'],
    posted_by: entry['posted_by'],
    correlation_id: entry['correlation_id'],
    posted_at: entry['posted_at'],
  };
  const before = books.loans.get(loan.id)?.transactions ?? [];
  const updatedAt = String(entry['posted_at']);
  const after = { ...loan, updatedAt, transactions: [...before, id] };
  const transaction = { id, loanId: loan.id, entryId: String(entry['id']), lent: wanted, body };
  return {
    body,
    books: {
      ...books,
      loans: put(books.loans, loan.id, after),
      transactions: put(books.transactions, id, transaction),
    },
  };
}
