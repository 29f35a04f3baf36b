// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-general-ledger-settings.js';
import type { GetGeneralLedgerSettingsRequest } from '../types.ts';

export const getGeneralLedgerSettings: Contract<GetGeneralLedgerSettingsRequest> = {
  name: 'getGeneralLedgerSettings',
  row: {"route":"GET /api/general-ledger/settings","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
