// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-general-ledger-account.js';
import type { GetGeneralLedgerAccountRequest } from '../types.ts';

export const getGeneralLedgerAccount: Contract<GetGeneralLedgerAccountRequest> = {
  name: 'getGeneralLedgerAccount',
  row: {"route":"GET /api/general-ledger/accounts/{code}","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
