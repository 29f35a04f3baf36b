// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-schema.js';
import type { CreateSchemaRequest } from '../types.ts';

export const createSchema: Contract<CreateSchemaRequest> = {
  name: 'createSchema',
  row: {"route":"POST /api/schemas","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/schemas/{schemaId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
