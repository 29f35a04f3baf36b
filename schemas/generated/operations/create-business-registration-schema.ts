// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-business-registration-schema.js';
import type { CreateBusinessRegistrationSchemaRequest } from '../types.ts';

export const createBusinessRegistrationSchema: Contract<CreateBusinessRegistrationSchemaRequest> = {
  name: 'createBusinessRegistrationSchema',
  row: {"route":"POST /api/schemas/presets/business-registration","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/schemas/{schemaId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
