// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-ledger-account-balances.js';
import type { GetLedgerAccountBalancesRequest } from '../types.ts';

export const getLedgerAccountBalances: Contract<GetLedgerAccountBalancesRequest> = {
  name: 'getLedgerAccountBalances',
  row: {"route":"GET /api/general-ledger/accounts/{code}/balances","permission":["finance.read","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
