import { rejectAccountLifecycleRequest } from '../../../schemas/generated/operations/reject-account-lifecycle-request.ts';
import { operation } from '../../runtime/operation.ts';
import { rejectRequest } from '../../controls/reject-request.ts';
import { lifecycleRequests } from './lifecycle-requests.ts';

export const handler = operation(rejectAccountLifecycleRequest, (call) =>
  rejectRequest(call, lifecycleRequests),
);
