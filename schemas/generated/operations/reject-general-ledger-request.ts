// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reject-general-ledger-request.js';
import type { RejectGeneralLedgerRequestRequest } from '../types.ts';

export const rejectGeneralLedgerRequest: Contract<RejectGeneralLedgerRequestRequest> = {
  name: 'rejectGeneralLedgerRequest',
  row: {"route":"POST /api/general-ledger/requests/{requestId}/reject","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
