// The steps that submitting an adjustment shares with its preview, and those that approving shares with it.
import { approveAdjustment } from '../../domain/requests/adjustment-approval.ts';
import { submitAdjustment } from '../../domain/requests/adjustment-submission.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { refuseWrongCorrection } from '../../domain/requests/corrections.ts';
import type { AdjustmentSubmission } from '../../domain/requests/corrections.ts';
import { approve } from '../../domain/requests/decisions.ts';
import type { Checker } from '../../domain/requests/decisions.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import {
  readAdjustmentRecords,
  readTargetToAdjust,
} from '../../ledger/requests/adjustment-reads.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { commitApproval } from './commit-approval.ts';
import { readPostingContext } from './read-posting-context.ts';
import { refuseUncontrolledAdjustment } from './refuse-uncontrolled-adjustment.ts';

/** Decides on a submission as it is now. */
export async function decideSubmission(
  session: Session,
  adjustment: AdjustmentSubmission,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<AdjustmentRequest> {
  refuseWrongCorrection(adjustment);
  const { target, basis } = await readTargetToAdjust(session, adjustment);
  const { actor: requestedBy, correlationId, store } = session;
  const id = buildIdGenerator(store.shards)(now)('far');
  const submission = { id, reason, requestedBy, correlationId, now };
  const request = submitAdjustment(adjustment, target, basis, submission);
  await refuseUncontrolledAdjustment(session, request, basis, now);
  return request;
}

/** Approves a pending request on the records as they are now, and commits what that has come to. */
export async function commitDecidedApproval(
  session: Session,
  pending: AdjustmentRequest,
  checker: Checker,
): Promise<Outcome> {
  const basis = await readAdjustmentRecords(session, pending);
  const context = await readPostingContext(session, pending, basis, checker.now);
  const approved = approveAdjustment(pending, basis, checker, context);
  return commitApproval(session, basis, approved, (obstacle) => ({
    request: approve(pending, checker, obstacle.message),
    obstacle,
  }));
}
