// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/submit-financial-adjustment-request.js';
import type { SubmitFinancialAdjustmentRequestRequest } from '../types.ts';

export const submitFinancialAdjustmentRequest: Contract<SubmitFinancialAdjustmentRequestRequest> = {
  name: 'submitFinancialAdjustmentRequest',
  row: {"route":"POST /api/financial-adjustment-requests","permission":"finance.write","success":201,"idempotent":true,"location":"/api/financial-adjustment-requests/{requestId}"},
  parameters,
  body,
  bodyFaults,
};
