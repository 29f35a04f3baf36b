import type { AdjustmentRequest, ApprovedAdjustment } from '../../domain/adjustments.ts';
import type { EventDraft } from '../../ledger/receipt-events.ts';
import { decisionEvent } from '../decision-event.ts';
import { postedEvent } from '../journal/post-entries.ts';

/** The event of a request that was submitted or decided; the answer is its payload. */
export function adjustmentEvent(request: AdjustmentRequest): EventDraft {
  return decisionEvent('adjustment_request', request);
}

/** The events of an approval: the decision and, when it was applied, each entry that it posts. */
export function adjustmentApprovalEvents({ request, posted }: ApprovedAdjustment): EventDraft[] {
  const entries = posted?.entries ?? [];
  return [adjustmentEvent(request), ...entries.map((entry) => postedEvent(entry))];
}
