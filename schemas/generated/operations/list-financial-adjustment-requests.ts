// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-financial-adjustment-requests.js';
import type { ListFinancialAdjustmentRequestsRequest } from '../types.ts';

export const listFinancialAdjustmentRequests: Contract<ListFinancialAdjustmentRequestsRequest> = {
  name: 'listFinancialAdjustmentRequests',
  row: {"route":"GET /api/financial-adjustment-requests","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
