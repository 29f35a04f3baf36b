// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-account-statement.js';
import type { GetAccountStatementRequest } from '../types.ts';

export const getAccountStatement: Contract<GetAccountStatementRequest> = {
  name: 'getAccountStatement',
  row: {"route":"GET /api/accounts/{accountId}/statement","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
