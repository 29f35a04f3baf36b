import { approveChangeRequest } from '../../../schemas/generated/operations/approve-change-request.ts';
import { readChangeRequestToDecide } from '../../ledger/requests/change-requests.ts';
import { approveChange } from '../../controls/approve-change.ts';
import { operation } from '../../runtime/operation.ts';
import { loadOperation } from './controlled-operations.ts';

export const handler = operation(approveChangeRequest, async ({ path, body, session, now }) => {
  const pending = await readChangeRequestToDecide(session, path.requestId);
  const checker = { subject: session.actor, reason: body.reason, now };
  return approveChange(session, pending, checker, async (maker) => {
    const { perform } = await loadOperation(pending.operation);
    return perform(maker, pending.request, now);
  });
});
