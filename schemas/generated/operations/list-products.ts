// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-products.js';
import type { ListProductsRequest } from '../types.ts';

export const listProducts: Contract<ListProductsRequest> = {
  name: 'listProducts',
  row: {"route":"GET /api/products","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
