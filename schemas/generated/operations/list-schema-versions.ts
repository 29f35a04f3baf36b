// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-schema-versions.js';
import type { ListSchemaVersionsRequest } from '../types.ts';

export const listSchemaVersions: Contract<ListSchemaVersionsRequest> = {
  name: 'listSchemaVersions',
  row: {"route":"GET /api/schemas/{schemaId}/versions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
