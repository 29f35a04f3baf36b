// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reject-financial-adjustment-request.js';
import type { RejectFinancialAdjustmentRequestRequest } from '../types.ts';

export const rejectFinancialAdjustmentRequest: Contract<RejectFinancialAdjustmentRequestRequest> = {
  name: 'rejectFinancialAdjustmentRequest',
  parameters,
  body,
  bodyFaults,
};
