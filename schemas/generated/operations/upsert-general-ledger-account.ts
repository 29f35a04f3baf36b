// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/upsert-general-ledger-account.js';
import type { UpsertGeneralLedgerAccountRequest } from '../types.ts';

export const upsertGeneralLedgerAccount: Contract<UpsertGeneralLedgerAccountRequest> = {
  name: 'upsertGeneralLedgerAccount',
  row: {"route":"PUT /api/general-ledger/accounts/{code}","permission":"configuration.write","success":200,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
