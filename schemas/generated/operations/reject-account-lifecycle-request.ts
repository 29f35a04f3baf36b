// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reject-account-lifecycle-request.js';
import type { RejectAccountLifecycleRequestRequest } from '../types.ts';

export const rejectAccountLifecycleRequest: Contract<RejectAccountLifecycleRequestRequest> = {
  name: 'rejectAccountLifecycleRequest',
  row: {"route":"POST /api/account-lifecycle-requests/{requestId}/reject","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
