// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-schema.js';
import type { GetSchemaRequest } from '../types.ts';

export const getSchema: Contract<GetSchemaRequest> = {
  name: 'getSchema',
  row: {"route":"GET /api/schemas/{schemaId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
