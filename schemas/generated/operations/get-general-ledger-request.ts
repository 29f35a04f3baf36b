// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-general-ledger-request.js';
import type { GetGeneralLedgerRequestRequest } from '../types.ts';

export const getGeneralLedgerRequest: Contract<GetGeneralLedgerRequestRequest> = {
  name: 'getGeneralLedgerRequest',
  row: {"route":"GET /api/general-ledger/requests/{requestId}","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
