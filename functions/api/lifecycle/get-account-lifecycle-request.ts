import { getAccountLifecycleRequest } from '../../../schemas/generated/operations/get-account-lifecycle-request.ts';
import { readLifecycleRequest } from '../../ledger/requests/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(getAccountLifecycleRequest, async ({ path, session }) => {
  const request = await readLifecycleRequest(session, path.requestId);
  return { body: toLifecycleRequestView(request) };
});
