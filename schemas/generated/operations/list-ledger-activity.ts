// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-ledger-activity.js';
import type { ListLedgerActivityRequest } from '../types.ts';

export const listLedgerActivity: Contract<ListLedgerActivityRequest> = {
  name: 'listLedgerActivity',
  row: {"route":"GET /api/projections/ledger-activity","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
