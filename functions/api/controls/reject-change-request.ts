import { rejectChangeRequest } from '../../../schemas/generated/operations/reject-change-request.ts';
import { reject } from '../../domain/requests/decisions.ts';
import { buildChangeRequestEvent } from '../../events/controls.ts';
import { commit } from '../../ledger/commit/commit.ts';
import {
  buildChangeRejectionWrites,
  readChangeRequestToDecide,
} from '../../ledger/requests/change-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';

export const handler = operation(rejectChangeRequest, async ({ path, body, session, now }) => {
  const pending = await readChangeRequestToDecide(session, path.requestId);
  const rejected = reject(pending, { subject: session.actor, reason: body.reason, now });
  return commit(session, {
    writes: buildChangeRejectionWrites(session, rejected),
    events: [buildChangeRequestEvent(rejected)],
    status: 201,
    body: toChangeRequestView(rejected),
  });
});
