// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/withdraw-financial-adjustment-request.js';
import type { WithdrawFinancialAdjustmentRequestRequest } from '../types.ts';

export const withdrawFinancialAdjustmentRequest: Contract<WithdrawFinancialAdjustmentRequestRequest> = {
  name: 'withdrawFinancialAdjustmentRequest',
  row: {"route":"POST /api/financial-adjustment-requests/{requestId}/withdraw","permission":"finance.write","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
