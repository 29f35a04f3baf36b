// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-product.js';
import type { GetProductRequest } from '../types.ts';

export const getProduct: Contract<GetProductRequest> = {
  name: 'getProduct',
  row: {"route":"GET /api/products/{productId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
