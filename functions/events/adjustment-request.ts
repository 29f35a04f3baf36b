import type {
  ApprovedAdjustment,
  PostedAdjustment,
} from '../domain/requests/adjustment-approval.ts';
import type { AdjustmentRequest } from '../domain/requests/adjustments.ts';
import { toLoanTransaction } from '../domain/journal/loan-entries.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { buildDecisionEvent } from './decision.ts';
import { buildPostedEvent } from './journal-entry.ts';
import { toLoanView, toTransactionView } from '../views/loan.ts';

/** Builds the event of a submitted or decided request; the answer is its payload. */
export function buildAdjustmentEvent(request: AdjustmentRequest): EventDraft {
  return buildDecisionEvent('adjustment_request', request);
}

/**
 * Builds the events of an approval: the decision and, when it was applied, the changed loan and each
 * posted entry.
 */
export function buildAdjustmentApprovalEvents({
  request,
  posted,
}: ApprovedAdjustment): EventDraft[] {
  if (!posted) return [buildAdjustmentEvent(request)];
  const entries = posted.entries.map((entry) => buildPostedEvent(entry));
  return [buildAdjustmentEvent(request), ...buildAdjustedLoanEvents(posted), ...entries];
}

// One event for all transactions, because together they make one version of the loan.
function buildAdjustedLoanEvents({ loan, entries }: PostedAdjustment): EventDraft[] {
  if (!loan) return [];
  const transactions = entries
    .flatMap((entry) => toLoanTransaction(entry) ?? [])
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
