// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-general-ledger-period.js';
import type { GetGeneralLedgerPeriodRequest } from '../types.ts';

export const getGeneralLedgerPeriod: Contract<GetGeneralLedgerPeriodRequest> = {
  name: 'getGeneralLedgerPeriod',
  row: {"route":"GET /api/general-ledger/periods/{period}","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
