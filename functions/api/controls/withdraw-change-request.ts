import { withdrawChangeRequest } from '../../../schemas/generated/operations/withdraw-change-request.ts';
import { operation } from '../../runtime/operation.ts';
import { withdrawRequest } from '../../controls/reject-request.ts';
import { changeRequests } from './change-requests.ts';

export const handler = operation(withdrawChangeRequest, (call) =>
  withdrawRequest(call, changeRequests),
);
