// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-trial-balance.js';
import type { GetTrialBalanceRequest } from '../types.ts';

export const getTrialBalance: Contract<GetTrialBalanceRequest> = {
  name: 'getTrialBalance',
  row: {"route":"GET /api/general-ledger/trial-balance","permission":["finance.read","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
