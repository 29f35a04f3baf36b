// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/preview-financial-adjustment.js';
import type { PreviewFinancialAdjustmentRequest } from '../types.ts';

export const previewFinancialAdjustment: Contract<PreviewFinancialAdjustmentRequest> = {
  name: 'previewFinancialAdjustment',
  row: {"route":"POST /api/financial-adjustment-requests/preview","permission":"finance.write","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
