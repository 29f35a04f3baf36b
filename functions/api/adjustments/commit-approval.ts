import type { ApprovedAdjustment } from '../../domain/requests/adjustment-approval.ts';
import type { AdjustmentRecords } from '../../domain/requests/adjustments.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { buildAdjustmentApprovalWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { CommittedAnswer } from '../../ledger/commit/receipts.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildAdjustmentApprovalEvents } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

/** Commits the approval; when one receipt cannot hold all that it posts, commits that it has failed. */
export async function commitApproval(
  session: Session,
  basis: AdjustmentRecords,
  approved: ApprovedAdjustment,
  failed: (reason: string) => ApprovedAdjustment,
): Promise<CommittedAnswer> {
  try {
    return await commitApprovedAdjustment(session, basis, approved);
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'entry_too_large';
    if (!isTooLarge || !approved.posted) throw error;
    return commitApprovedAdjustment(session, basis, failed(error.message));
  }
}

function commitApprovedAdjustment(
  session: Session,
  basis: AdjustmentRecords,
  approved: ApprovedAdjustment,
): Promise<CommittedAnswer> {
  return commit(session, {
    writes: buildAdjustmentApprovalWrites(session, basis, approved),
    events: buildAdjustmentApprovalEvents(approved),
    status: 201,
    body: toAdjustmentRequestView(approved.request),
  });
}
