import { rejectChangeRequest } from '../../../schemas/generated/operations/reject-change-request.ts';
import { operation } from '../../runtime/operation.ts';
import { rejectRequest } from '../../controls/reject-request.ts';
import { changeRequests } from './change-requests.ts';

export const handler = operation(rejectChangeRequest, (call) =>
  rejectRequest(call, changeRequests),
);
