// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-product-versions.js';
import type { ListProductVersionsRequest } from '../types.ts';

export const listProductVersions: Contract<ListProductVersionsRequest> = {
  name: 'listProductVersions',
  row: {"route":"GET /api/products/{productId}/versions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
