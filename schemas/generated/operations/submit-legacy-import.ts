// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/submit-legacy-import.js';
import type { SubmitLegacyImportRequest } from '../types.ts';

export const submitLegacyImport: Contract<SubmitLegacyImportRequest> = {
  name: 'submitLegacyImport',
  row: {"route":"POST /api/legacy-imports","permission":"compliance.operate","success":202,"idempotent":true,"location":"/api/legacy-batches/{batchId}","deferredLocations":{"chg":null},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
