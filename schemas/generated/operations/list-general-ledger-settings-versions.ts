// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-general-ledger-settings-versions.js';
import type { ListGeneralLedgerSettingsVersionsRequest } from '../types.ts';

export const listGeneralLedgerSettingsVersions: Contract<ListGeneralLedgerSettingsVersionsRequest> = {
  name: 'listGeneralLedgerSettingsVersions',
  row: {"route":"GET /api/general-ledger/settings/versions","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
