// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reopen-general-ledger-period.js';
import type { ReopenGeneralLedgerPeriodRequest } from '../types.ts';

export const reopenGeneralLedgerPeriod: Contract<ReopenGeneralLedgerPeriodRequest> = {
  name: 'reopenGeneralLedgerPeriod',
  row: {"route":"POST /api/general-ledger/periods/{period}/reopen","permission":"finance.write","success":201,"idempotent":true,"location":"/api/general-ledger/requests/{requestId}"},
  parameters,
  body,
  bodyFaults,
};
