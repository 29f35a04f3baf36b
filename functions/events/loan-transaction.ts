import type { LoanTransaction } from '../domain/loans/transactions.ts';
import type { Loan } from '../domain/loans/loans.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toLoanView, toTransactionView } from '../views/loan.ts';

/**
 * The event of a posted transaction with the loan as it leaves it. The projection of a loan follows
 * the loan's own versions, so the loan is the aggregate.
 */
export function buildLoanTransactionEvent(transaction: LoanTransaction, loan: Loan): EventDraft {
  return {
    type: 'loan_transaction.posted',
    aggregateId: loan.terms.id,
    version: loan.state.version,
    payload: { transaction: toTransactionView(transaction), loan: toLoanView(loan) },
  };
}
