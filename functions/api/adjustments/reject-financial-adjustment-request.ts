import { rejectFinancialAdjustmentRequest } from '../../../schemas/generated/operations/reject-financial-adjustment-request.ts';
import { operation } from '../../runtime/operation.ts';
import { rejectRequest } from '../../controls/reject-request.ts';
import { adjustmentRequests } from './adjustment-requests.ts';

export const handler = operation(rejectFinancialAdjustmentRequest, (call) =>
  rejectRequest(call, adjustmentRequests),
);
