// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-financial-adjustment-request.js';
import type { GetFinancialAdjustmentRequestRequest } from '../types.ts';

export const getFinancialAdjustmentRequest: Contract<GetFinancialAdjustmentRequestRequest> = {
  name: 'getFinancialAdjustmentRequest',
  row: {"route":"GET /api/financial-adjustment-requests/{requestId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
