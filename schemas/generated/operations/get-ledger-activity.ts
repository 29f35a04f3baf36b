// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-ledger-activity.js';
import type { GetLedgerActivityRequest } from '../types.ts';

export const getLedgerActivity: Contract<GetLedgerActivityRequest> = {
  name: 'getLedgerActivity',
  row: {"route":"GET /api/projections/ledger-activity/{journalEntryId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
