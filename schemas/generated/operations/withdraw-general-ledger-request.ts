// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/withdraw-general-ledger-request.js';
import type { WithdrawGeneralLedgerRequestRequest } from '../types.ts';

export const withdrawGeneralLedgerRequest: Contract<WithdrawGeneralLedgerRequestRequest> = {
  name: 'withdrawGeneralLedgerRequest',
  row: {"route":"POST /api/general-ledger/requests/{requestId}/withdraw","permission":["finance.write","configuration.write"],"success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
