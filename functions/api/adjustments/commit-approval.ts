import type { ApprovedAdjustment } from '../../domain/requests/adjustment-approval.ts';
import type { AdjustmentBasis } from '../../domain/requests/adjustments.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { adjustmentApprovalWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Answer } from '../../ledger/commit/receipts.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { adjustmentApprovalEvents } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

/** Commits the approval; when one receipt cannot hold all that it posts, commits that it has failed. */
export async function commitApproval(
  session: Session,
  basis: AdjustmentBasis,
  approved: ApprovedAdjustment,
  failed: (reason: string) => ApprovedAdjustment,
): Promise<Answer> {
  try {
    return await commitDecision(session, basis, approved);
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'entry_too_large';
    if (!isTooLarge || !approved.posted) throw error;
    return commitDecision(session, basis, failed(error.message));
  }
}

function commitDecision(
  session: Session,
  basis: AdjustmentBasis,
  approved: ApprovedAdjustment,
): Promise<Answer> {
  return commit(session, {
    writes: adjustmentApprovalWrites(session, basis, approved),
    events: adjustmentApprovalEvents(approved),
    status: 201,
    body: toAdjustmentRequestView(approved.request),
  });
}
