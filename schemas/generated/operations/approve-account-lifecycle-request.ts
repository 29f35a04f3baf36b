// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/approve-account-lifecycle-request.js';
import type { ApproveAccountLifecycleRequestRequest } from '../types.ts';

export const approveAccountLifecycleRequest: Contract<ApproveAccountLifecycleRequestRequest> = {
  name: 'approveAccountLifecycleRequest',
  parameters,
  body,
  bodyFaults,
};
