// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-general-ledger-periods.js';
import type { ListGeneralLedgerPeriodsRequest } from '../types.ts';

export const listGeneralLedgerPeriods: Contract<ListGeneralLedgerPeriodsRequest> = {
  name: 'listGeneralLedgerPeriods',
  row: {"route":"GET /api/general-ledger/periods","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
