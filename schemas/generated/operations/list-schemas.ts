// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-schemas.js';
import type { ListSchemasRequest } from '../types.ts';

export const listSchemas: Contract<ListSchemasRequest> = {
  name: 'listSchemas',
  parameters,
  body,
  bodyFaults,
};
