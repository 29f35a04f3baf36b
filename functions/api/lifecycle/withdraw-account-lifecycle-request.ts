import { withdrawAccountLifecycleRequest } from '../../../schemas/generated/operations/withdraw-account-lifecycle-request.ts';
import { operation } from '../../runtime/operation.ts';
import { withdrawRequest } from '../../controls/reject-request.ts';
import { lifecycleRequests } from './lifecycle-requests.ts';

export const handler = operation(withdrawAccountLifecycleRequest, (call) =>
  withdrawRequest(call, lifecycleRequests),
);
