// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/approve-general-ledger-request.js';
import type { ApproveGeneralLedgerRequestRequest } from '../types.ts';

export const approveGeneralLedgerRequest: Contract<ApproveGeneralLedgerRequestRequest> = {
  name: 'approveGeneralLedgerRequest',
  row: {"route":"POST /api/general-ledger/requests/{requestId}/approve","permission":"finance.approve","success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
