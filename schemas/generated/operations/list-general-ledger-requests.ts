// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-general-ledger-requests.js';
import type { ListGeneralLedgerRequestsRequest } from '../types.ts';

export const listGeneralLedgerRequests: Contract<ListGeneralLedgerRequestsRequest> = {
  name: 'listGeneralLedgerRequests',
  row: {"route":"GET /api/general-ledger/requests","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
