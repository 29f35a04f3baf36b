// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-ledger-account-lines.js';
import type { ListLedgerAccountLinesRequest } from '../types.ts';

export const listLedgerAccountLines: Contract<ListLedgerAccountLinesRequest> = {
  name: 'listLedgerAccountLines',
  row: {"route":"GET /api/general-ledger/accounts/{code}/lines","permission":["finance.read","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
