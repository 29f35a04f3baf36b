// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-tie-out.js';
import type { GetTieOutRequest } from '../types.ts';

export const getTieOut: Contract<GetTieOutRequest> = {
  name: 'getTieOut',
  row: {"route":"GET /api/general-ledger/tie-out","permission":["finance.read","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
