// Adjustment requests, turned into writes.
import type {
  AdjustmentBasis,
  AdjustmentRequest,
  ApprovedAdjustment,
} from '../domain/adjustments.ts';
import { adjustmentItem } from './adjustment-items.ts';
import type { Write } from './commit.ts';
import { approvalWrite, rejectionWrite } from './request-writes.ts';
import { checkReversed, markReversed } from './reversal-marks.ts';
import type { Session } from './session.ts';
import { checkBalance, postingWrites, putNew } from './writes.ts';

/** Files an adjustment request. */
export function adjustmentSubmissionWrites(session: Session, request: AdjustmentRequest): Write[] {
  return [putNew(session.store.ledgerTable, adjustmentItem(session.tenant, request))];
}

/**
 * Decides the request: posts what undoes the target and marks it as reversed, or fails, on the
 * condition that what stood in the way still does.
 */
export function adjustmentApprovalWrites(
  session: Session,
  basis: AdjustmentBasis,
  { request, posted }: ApprovedAdjustment,
): Write[] {
  const decision = approvalWrite(session, adjustmentItem(session.tenant, request));
  if (posted) {
    const postings = postingWrites(session, basis.accounts, posted);
    return [decision, markReversed(session, request), ...postings];
  }
  if (basis.reversedBy !== undefined) return [decision, checkReversed(session, request)];
  const accounts = [...basis.accounts.values()];
  return [decision, ...accounts.map(({ id, version }) => checkBalance(session, id, version))];
}

/** Decides the request by rejecting it. */
export function adjustmentRejectionWrites(session: Session, request: AdjustmentRequest): Write[] {
  return [rejectionWrite(session, adjustmentItem(session.tenant, request))];
}
