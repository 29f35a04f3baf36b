// Builds the writes for decisions on loans.
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import type { OpenLoanCount } from '../../domain/loans/open-loans.ts';
import type { Write } from '../commit/commit.ts';
import { toLoanItem, transactionFields } from './items.ts';
import { buildRecountWrites } from './open-loans.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { buildActiveCheck } from '../accounts/writes.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';

/** Stores a new loan, counts it, and checks that its account is still ACTIVE. */
export function buildNewLoanWrites(
  session: Session,
  loan: Loan,
  openLoans: OpenLoanCount,
): Write[] {
  const { store, tenant } = session;
  return [
    buildPutNew(store.ledgerTable, toLoanItem(tenant, loan)),
    ...buildRecountWrites(session, openLoans, [{ after: loan }]),
    buildActiveCheck(session, loan.terms.accountId),
  ];
}

/** The loan after its transactions, and the transactions themselves. */
export function buildLoanWrites(
  { store, tenant }: Session,
  before: Loan,
  after: Loan,
  transactions: readonly LoanTransaction[],
): Write[] {
  const { ledgerTable } = store;
  return [
    buildVersionReplacement(ledgerTable, toLoanItem(tenant, after), before.state.version),
    ...transactions.map((transaction) => {
      const key = keys.transaction(tenant, transaction.loanId, transaction.id);
      return buildPutNew(ledgerTable, transactionFields.toItem(key, transaction));
    }),
  ];
}
