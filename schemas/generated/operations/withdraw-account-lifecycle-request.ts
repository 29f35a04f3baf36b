// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/withdraw-account-lifecycle-request.js';
import type { WithdrawAccountLifecycleRequestRequest } from '../types.ts';

export const withdrawAccountLifecycleRequest: Contract<WithdrawAccountLifecycleRequestRequest> = {
  name: 'withdrawAccountLifecycleRequest',
  row: {"route":"POST /api/account-lifecycle-requests/{requestId}/withdraw","permission":"finance.write","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
