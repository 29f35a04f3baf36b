// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-account-lifecycle-requests.js';
import type { ListAccountLifecycleRequestsRequest } from '../types.ts';

export const listAccountLifecycleRequests: Contract<ListAccountLifecycleRequestsRequest> = {
  name: 'listAccountLifecycleRequests',
  parameters,
  body,
  bodyFaults,
};
