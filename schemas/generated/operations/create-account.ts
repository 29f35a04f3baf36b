// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-account.js';
import type { CreateAccountRequest } from '../types.ts';

export const createAccount: Contract<CreateAccountRequest> = {
  name: 'createAccount',
  row: {"route":"POST /api/accounts","permission":"finance.write","success":201,"idempotent":true,"location":"/api/accounts/{accountId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
