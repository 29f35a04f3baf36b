import type { LoanTransaction } from '../domain/loans/transactions.ts';
import type { Loan } from '../domain/loans/loans.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toLoanView, toTransactionView } from '../views/loan.ts';

/**
 * Builds the event of a posted transaction, with the loan after it. The loan is the aggregate, because
 * the loan's projection follows the loan's versions.
 */
export function buildLoanTransactionEvent(transaction: LoanTransaction, loan: Loan): EventDraft {
  return {
    type: 'loan_transaction.posted',
    aggregateId: loan.terms.id,
    version: loan.state.version,
    payload: { transaction: toTransactionView(transaction), loan: toLoanView(loan) },
  };
}
