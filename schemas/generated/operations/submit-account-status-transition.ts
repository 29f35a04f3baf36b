// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/submit-account-status-transition.js';
import type { SubmitAccountStatusTransitionRequest } from '../types.ts';

export const submitAccountStatusTransition: Contract<SubmitAccountStatusTransitionRequest> = {
  name: 'submitAccountStatusTransition',
  row: {"route":"POST /api/accounts/{accountId}/status-transitions","permission":"finance.write","success":201,"idempotent":true,"location":"/api/account-lifecycle-requests/{requestId}"},
  parameters,
  body,
  bodyFaults,
};
