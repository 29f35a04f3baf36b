// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reject-change-request.js';
import type { RejectChangeRequestRequest } from '../types.ts';

export const rejectChangeRequest: Contract<RejectChangeRequestRequest> = {
  name: 'rejectChangeRequest',
  row: {"route":"POST /api/change-requests/{requestId}/reject","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
