// Approves a change request: runs the operation that the control has caught, as the maker, and commits its
// change together with the decision (ADR 097).
import {
  applyChange,
  APPROVAL_ITEMS,
  failChange,
  isFinalRefusal,
  refuseLargeContent,
} from '../domain/requests/change-requests.ts';
import type { ChangeRequest } from '../domain/requests/change-requests.ts';
import { refuseApproval } from '../domain/requests/decisions.ts';
import type { Checker } from '../domain/requests/decisions.ts';
import { refuseIf } from '../domain/refusals/refusals.ts';
import type { Refusal } from '../domain/refusals/refusals.ts';
import { buildChangeRequestEvent } from '../events/controls.ts';
import { commitNow } from '../ledger/commit/commit.ts';
import { ITEMS_MAX } from '../ledger/commit/ledger-change.ts';
import type { LedgerChange } from '../ledger/commit/ledger-change.ts';
import type { Outcome } from '../ledger/commit/outcome.ts';
import type { Session } from '../ledger/commit/session.ts';
import { buildChangeReceiptWrite } from '../ledger/requests/change-receipts.ts';
import { buildChangeApprovalWrite } from '../ledger/requests/change-requests.ts';
import { toChangeRequestView } from '../views/controls/controls.ts';

/** Runs the operation of a change request within the session. */
export type PerformOperation = (session: Session) => Promise<Outcome>;

/**
 * Approves the pending request: `perform` decides on the ledger as it is now. Its refusal makes the request
 * FAILED. Refuses with self_approval and already_decided.
 */
export async function approveChange(
  session: Session,
  pending: ChangeRequest,
  checker: Checker,
  perform: PerformOperation,
): Promise<Outcome> {
  refuseApproval(pending, checker.subject);
  const { requestedBy: actor, operation, correlationId } = pending;
  const maker: Session = { ...session, actor, operation, correlationId };
  const commitInstead = (change: LedgerChange) =>
    commitApplied({ session, maker, pending, checker }, change);
  try {
    return await perform({ ...maker, approvedRequestId: pending.id, commitInstead });
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return commitFailed(session, pending, checker, error);
  }
}

interface Approval {
  readonly session: Session;
  /** The session in the name of the maker. */
  readonly maker: Session;
  readonly pending: ChangeRequest;
  readonly checker: Checker;
}

async function commitApplied(
  { session, maker, pending, checker }: Approval,
  change: LedgerChange,
): Promise<Outcome> {
  const applied = applyChange(pending, checker, change.body);
  refuseLargeContent(change.body);
  refuseIf(
    change.writes.length + APPROVAL_ITEMS.length > ITEMS_MAX,
    'too_many_writes',
    `The approval would write more than ${ITEMS_MAX} items.`,
  );
  const writes = [
    buildChangeApprovalWrite(session, applied),
    await buildChangeReceiptWrite(maker, applied, change),
    ...change.writes,
  ];
  return commitDecision(session, applied, { ...change, writes, effect: change });
}

function commitFailed(
  session: Session,
  pending: ChangeRequest,
  checker: Checker,
  refusal: Refusal,
): Promise<Outcome> {
  const failed = failChange(pending, checker, refusal);
  const writes = [buildChangeApprovalWrite(session, failed)];
  return commitDecision(session, failed, { writes, obstacle: refusal });
}

function commitDecision(
  session: Session,
  decided: ChangeRequest,
  {
    writes,
    beforeCommit,
    obstacle,
    effect,
  }: Pick<LedgerChange, 'writes' | 'beforeCommit' | 'obstacle' | 'effect'>,
): Promise<Outcome> {
  return commitNow(session, {
    writes,
    ...(beforeCommit && { beforeCommit }),
    ...(obstacle && { obstacle }),
    ...(effect && { effect }),
    events: [buildChangeRequestEvent(decided)],
    status: 201,
    body: toChangeRequestView(decided),
  });
}
