// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/approve-account-lifecycle-request.js';
import type { ApproveAccountLifecycleRequestRequest } from '../types.ts';

export const approveAccountLifecycleRequest: Contract<ApproveAccountLifecycleRequestRequest> = {
  name: 'approveAccountLifecycleRequest',
  row: {"route":"POST /api/account-lifecycle-requests/{requestId}/approve","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
