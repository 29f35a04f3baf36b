// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-general-ledger-account-versions.js';
import type { ListGeneralLedgerAccountVersionsRequest } from '../types.ts';

export const listGeneralLedgerAccountVersions: Contract<ListGeneralLedgerAccountVersionsRequest> = {
  name: 'listGeneralLedgerAccountVersions',
  row: {"route":"GET /api/general-ledger/accounts/{code}/versions","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
