// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/approve-change-request.js';
import type { ApproveChangeRequestRequest } from '../types.ts';

export const approveChangeRequest: Contract<ApproveChangeRequestRequest> = {
  name: 'approveChangeRequest',
  row: {"route":"POST /api/change-requests/{requestId}/approve","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
