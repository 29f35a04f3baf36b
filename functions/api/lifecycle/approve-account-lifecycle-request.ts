import { approveAccountLifecycleRequest } from '../../../schemas/generated/operations/approve-account-lifecycle-request.ts';
import { approveTransition } from '../../domain/requests/lifecycle.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readLifecycleRequestToDecide } from '../../ledger/requests/reads.ts';
import { buildApprovalWrites } from '../../ledger/requests/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildApprovalEvents } from '../../events/lifecycle-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(
  approveAccountLifecycleRequest,
  async ({ path, body, session, now }) => {
    const pending = await readLifecycleRequestToDecide(session, path.requestId);
    const checker = { subject: session.actor, reason: body.reason, now };
    const approved = approveTransition(pending, checker);
    return commit(session, {
      writes: buildApprovalWrites(session, pending, approved),
      events: buildApprovalEvents(approved),
      status: 201,
      body: toLifecycleRequestView(approved.request),
      ...(approved.obstacle && { obstacle: approved.obstacle }),
    });
  },
);
