import type {
  ApprovedAdjustment,
  PostedAdjustment,
} from '../domain/requests/adjustment-approval.ts';
import type { AdjustmentRequest } from '../domain/requests/adjustments.ts';
import { transactionOf } from '../domain/journal/loan-entries.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { decisionEvent } from './decision.ts';
import { postedEvent } from './journal-entry.ts';
import { toLoanView, toTransactionView } from '../views/loan.ts';

/** The event of a request that was submitted or decided; the answer is its payload. */
export function adjustmentEvent(request: AdjustmentRequest): EventDraft {
  return decisionEvent('adjustment_request', request);
}

/**
 * The events of an approval: the decision and, when it was applied, the loan that it changes and each
 * entry that it posts.
 */
export function adjustmentApprovalEvents({ request, posted }: ApprovedAdjustment): EventDraft[] {
  if (!posted) return [adjustmentEvent(request)];
  const entries = posted.entries.map((entry) => postedEvent(entry));
  return [adjustmentEvent(request), ...adjustedLoanEvents(posted), ...entries];
}

// One event for all transactions: together they are one version of the loan.
function adjustedLoanEvents({ loan, entries }: PostedAdjustment): EventDraft[] {
  if (!loan) return [];
  const transactions = entries
    .flatMap((entry) => transactionOf(entry) ?? [])
    .map(toTransactionView);
  return [
    {
      type: 'loan.adjusted',
      aggregateId: loan.terms.id,
      version: loan.state.version,
      payload: { transactions, loan: toLoanView(loan) },
    },
  ];
}
