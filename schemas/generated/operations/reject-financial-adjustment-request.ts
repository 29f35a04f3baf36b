// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reject-financial-adjustment-request.js';
import type { RejectFinancialAdjustmentRequestRequest } from '../types.ts';

export const rejectFinancialAdjustmentRequest: Contract<RejectFinancialAdjustmentRequestRequest> = {
  name: 'rejectFinancialAdjustmentRequest',
  row: {"route":"POST /api/financial-adjustment-requests/{requestId}/reject","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
