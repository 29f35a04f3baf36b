// Decisions on loans turned into writes.
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import type { OpenLoanCount } from '../../domain/loans/open-loans.ts';
import type { Write } from '../commit/commit.ts';
import { toLoanItem, toTransactionItem } from './items.ts';
import { buildRecountWrites } from './open-loans.ts';
import type { Session } from '../commit/session.ts';
import { buildActiveCheck, buildPutNew, buildVersionReplacement } from '../journal/writes.ts';

/** Opens a loan on an account that is still ACTIVE, and counts it there. */
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

/** The loan as its transactions leave it, and the transactions themselves. */
export function buildLoanWrites(
  { store, tenant }: Session,
  before: Loan,
  after: Loan,
  transactions: readonly LoanTransaction[],
): Write[] {
  const { ledgerTable } = store;
  return [
    buildVersionReplacement(ledgerTable, toLoanItem(tenant, after), before.state.version),
    ...transactions.map((one) => buildPutNew(ledgerTable, toTransactionItem(tenant, one))),
  ];
}
