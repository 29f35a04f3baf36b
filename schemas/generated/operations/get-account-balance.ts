// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-account-balance.js';
import type { GetAccountBalanceRequest } from '../types.ts';

export const getAccountBalance: Contract<GetAccountBalanceRequest> = {
  name: 'getAccountBalance',
  row: {"route":"GET /api/accounts/{accountId}/balance","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
