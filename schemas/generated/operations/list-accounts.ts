// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-accounts.js';
import type { ListAccountsRequest } from '../types.ts';

export const listAccounts: Contract<ListAccountsRequest> = {
  name: 'listAccounts',
  row: {"route":"GET /api/accounts","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
