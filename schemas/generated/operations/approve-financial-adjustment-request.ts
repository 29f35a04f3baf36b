// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/approve-financial-adjustment-request.js';
import type { ApproveFinancialAdjustmentRequestRequest } from '../types.ts';

export const approveFinancialAdjustmentRequest: Contract<ApproveFinancialAdjustmentRequestRequest> = {
  name: 'approveFinancialAdjustmentRequest',
  row: {"route":"POST /api/financial-adjustment-requests/{requestId}/approve","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
