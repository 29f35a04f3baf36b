// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/close-general-ledger-period.js';
import type { CloseGeneralLedgerPeriodRequest } from '../types.ts';

export const closeGeneralLedgerPeriod: Contract<CloseGeneralLedgerPeriodRequest> = {
  name: 'closeGeneralLedgerPeriod',
  row: {"route":"POST /api/general-ledger/periods/{period}/close","permission":"finance.write","success":201,"idempotent":true,"location":"/api/general-ledger/requests/{requestId}"},
  parameters,
  body,
  bodyFaults,
};
