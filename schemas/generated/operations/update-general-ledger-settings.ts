// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/update-general-ledger-settings.js';
import type { UpdateGeneralLedgerSettingsRequest } from '../types.ts';

export const updateGeneralLedgerSettings: Contract<UpdateGeneralLedgerSettingsRequest> = {
  name: 'updateGeneralLedgerSettings',
  row: {"route":"PUT /api/general-ledger/settings","permission":"configuration.write","success":200,"idempotent":true,"deferredLocations":{"glr":"/api/general-ledger/requests/{requestId}","chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
