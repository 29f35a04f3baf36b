// Decisions on loans turned into writes.
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import type { OpenLoans } from '../../domain/loans/open-loans.ts';
import type { Write } from '../commit/commit.ts';
import { toLoanItem, transactionFields } from './items.ts';
import { recountWrites } from './open-loans.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { checkActive } from '../accounts/writes.ts';
import { putNew, replaceVersion } from '../commit/conditional-writes.ts';

/** Opens a loan on an account that is still ACTIVE, and counts it there. */
export function newLoanWrites(session: Session, loan: Loan, openLoans: OpenLoans): Write[] {
  const { store, tenant } = session;
  return [
    putNew(store.ledgerTable, toLoanItem(tenant, loan)),
    ...recountWrites(session, openLoans, [{ after: loan }]),
    checkActive(session, loan.terms.accountId),
  ];
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
    replaceVersion(ledgerTable, toLoanItem(tenant, after), before.state.version),
    ...transactions.map((transaction) => {
      const key = keys.transaction(tenant, transaction.loanId, transaction.id);
      return putNew(ledgerTable, transactionFields.toItem(key, transaction));
    }),
  ];
}
