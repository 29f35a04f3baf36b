// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/export-schema.js';
import type { ExportSchemaRequest } from '../types.ts';

export const exportSchema: Contract<ExportSchemaRequest> = {
  name: 'exportSchema',
  row: {"route":"GET /api/schemas/{schemaId}/export","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
