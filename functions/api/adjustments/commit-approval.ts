import type { ApprovedAdjustment } from '../../domain/requests/adjustment-approval.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { AdjustmentRecords } from '../../domain/requests/adjustments.ts';
import { buildAdjustmentApprovalWrites } from '../../ledger/requests/adjustment-writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { LedgerChange, Write } from '../../ledger/commit/commit.ts';
import { describeTooManyItems, ITEMS_MAX } from '../../ledger/commit/ledger-change.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import { fitsReceipt, RECEIPT_TOO_LARGE } from '../../ledger/commit/receipts.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildAdjustmentApprovalEvents } from '../../events/adjustment-request.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

/** Commits the approval; if a record, the receipt or one transaction cannot hold what it posts, commits its failure instead. */
export function commitApproval(
  session: Session,
  basis: AdjustmentRecords,
  approved: ApprovedAdjustment,
  failed: (obstacle: Refusal) => ApprovedAdjustment,
): Promise<Outcome> {
  const write = (decision: ApprovedAdjustment) =>
    buildAdjustmentApprovalWrites(session, basis, decision);
  const obstacle = findSizeObstacle(approved, () => write(approved));
  const decided = obstacle ? failed(obstacle) : approved;
  return commit(session, {
    writes: write(decided),
    ...announced(decided),
    status: 201,
    ...(decided.obstacle && { obstacle: decided.obstacle }),
  });
}

// An approval that posts nothing has no alternative.
function findSizeObstacle(
  approved: ApprovedAdjustment,
  buildWrites: () => readonly Write[],
): Refusal | undefined {
  if (!approved.posted) return undefined;
  if (!fitsReceipt(announced(approved))) return new Refusal('entry_too_large', RECEIPT_TOO_LARGE);
  try {
    // The receipt is an item too.
    const items = buildWrites().length + 1;
    return items > ITEMS_MAX
      ? new Refusal('too_many_writes', describeTooManyItems(items))
      : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'entry_too_large') return error;
    throw error;
  }
}

function announced(decided: ApprovedAdjustment): Pick<LedgerChange, 'events' | 'body'> {
  return {
    events: buildAdjustmentApprovalEvents(decided),
    body: toAdjustmentRequestView(decided.request),
  };
}
