// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-account-lifecycle-requests.js';
import type { ListAccountLifecycleRequestsRequest } from '../types.ts';

export const listAccountLifecycleRequests: Contract<ListAccountLifecycleRequestsRequest> = {
  name: 'listAccountLifecycleRequests',
  row: {"route":"GET /api/account-lifecycle-requests","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
