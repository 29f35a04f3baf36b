// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-general-ledger-accounts.js';
import type { ListGeneralLedgerAccountsRequest } from '../types.ts';

export const listGeneralLedgerAccounts: Contract<ListGeneralLedgerAccountsRequest> = {
  name: 'listGeneralLedgerAccounts',
  row: {"route":"GET /api/general-ledger/accounts","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
