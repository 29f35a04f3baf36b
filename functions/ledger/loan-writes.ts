// Decisions on loans turned into writes.
import type { LoanTransaction } from '../domain/loan-transactions.ts';
import type { Loan } from '../domain/loans.ts';
import type { Write } from './commit.ts';
import { loanItem, transactionItem } from './loan-items.ts';
import type { Session } from './session.ts';
import { putNew, replaceVersion } from './writes.ts';

/** Opens a loan. */
export function newLoanWrite({ store, tenant }: Session, loan: Loan): Write {
  return putNew(store.ledgerTable, loanItem(tenant, loan));
}

/** The loan as its transactions leave it, and the transactions themselves. */
export function loanWrites(
  { store, tenant }: Session,
  before: Loan,
  after: Loan,
  transactions: readonly LoanTransaction[],
): Write[] {
  const { ledgerTable } = store;
  return [
    replaceVersion(ledgerTable, loanItem(tenant, after), before.state.version),
    ...transactions.map((one) => putNew(ledgerTable, transactionItem(tenant, one))),
  ];
}
