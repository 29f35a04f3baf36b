// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-account-lifecycle-request.js';
import type { GetAccountLifecycleRequestRequest } from '../types.ts';

export const getAccountLifecycleRequest: Contract<GetAccountLifecycleRequestRequest> = {
  name: 'getAccountLifecycleRequest',
  row: {"route":"GET /api/account-lifecycle-requests/{requestId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
