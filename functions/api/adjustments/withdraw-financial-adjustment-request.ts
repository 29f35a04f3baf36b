import { withdrawFinancialAdjustmentRequest } from '../../../schemas/generated/operations/withdraw-financial-adjustment-request.ts';
import { operation } from '../../runtime/operation.ts';
import { withdrawRequest } from '../../controls/reject-request.ts';
import { adjustmentRequests } from './adjustment-requests.ts';

export const handler = operation(withdrawFinancialAdjustmentRequest, (call) =>
  withdrawRequest(call, adjustmentRequests),
);
