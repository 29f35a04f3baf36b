// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-account.js';
import type { GetAccountRequest } from '../types.ts';

export const getAccount: Contract<GetAccountRequest> = {
  name: 'getAccount',
  row: {"route":"GET /api/accounts/{accountId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
