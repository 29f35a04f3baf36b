// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-product-publications.js';
import type { ListProductPublicationsRequest } from '../types.ts';

export const listProductPublications: Contract<ListProductPublicationsRequest> = {
  name: 'listProductPublications',
  row: {"route":"GET /api/projections/product-publications","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
