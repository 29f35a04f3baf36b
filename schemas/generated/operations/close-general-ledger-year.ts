// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/close-general-ledger-year.js';
import type { CloseGeneralLedgerYearRequest } from '../types.ts';

export const closeGeneralLedgerYear: Contract<CloseGeneralLedgerYearRequest> = {
  name: 'closeGeneralLedgerYear',
  row: {"route":"POST /api/general-ledger/years/{year}/close","permission":"finance.write","success":201,"idempotent":true,"location":"/api/general-ledger/requests/{requestId}"},
  parameters,
  body,
  bodyFaults,
};
