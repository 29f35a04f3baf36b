// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/import-schema.js';
import type { ImportSchemaRequest } from '../types.ts';

export const importSchema: Contract<ImportSchemaRequest> = {
  name: 'importSchema',
  row: {"route":"POST /api/schemas/import","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/schemas/{schemaId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
