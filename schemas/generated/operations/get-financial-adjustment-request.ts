// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-financial-adjustment-request.js';
import type { GetFinancialAdjustmentRequestRequest } from '../types.ts';

export const getFinancialAdjustmentRequest: Contract<GetFinancialAdjustmentRequestRequest> = {
  name: 'getFinancialAdjustmentRequest',
  parameters,
  body,
  bodyFaults,
};
