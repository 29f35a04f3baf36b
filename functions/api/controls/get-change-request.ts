import { getChangeRequest } from '../../../schemas/generated/operations/get-change-request.ts';
import { readChangeRequest } from '../../ledger/requests/change-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';

export const handler = operation(getChangeRequest, async ({ path, session }) => {
  return { body: toChangeRequestView(await readChangeRequest(session, path.requestId)) };
});
