// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-schemas.js';
import type { ListSchemasRequest } from '../types.ts';

export const listSchemas: Contract<ListSchemasRequest> = {
  name: 'listSchemas',
  row: {"route":"GET /api/schemas","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
