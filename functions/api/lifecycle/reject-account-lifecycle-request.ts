import { rejectAccountLifecycleRequest } from '../../../schemas/generated/operations/reject-account-lifecycle-request.ts';
import { reject } from '../../domain/requests/decisions.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readLifecycleRequestToDecide } from '../../ledger/requests/reads.ts';
import { buildRejectionWrites } from '../../ledger/requests/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildRequestEvent } from '../../events/lifecycle-request.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(
  rejectAccountLifecycleRequest,
  async ({ path, body, session, now }) => {
    const pending = await readLifecycleRequestToDecide(session, path.requestId);
    const rejected = reject(pending, { subject: session.actor, reason: body.reason, now });
    return commit(session, {
      writes: buildRejectionWrites(session, rejected),
      events: [buildRequestEvent(rejected)],
      status: 201,
      body: toLifecycleRequestView(rejected),
    });
  },
);
