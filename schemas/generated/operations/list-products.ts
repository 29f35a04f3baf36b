// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-products.js';
import type { ListProductsRequest } from '../types.ts';

export const listProducts: Contract<ListProductsRequest> = {
  name: 'listProducts',
  parameters,
  body,
  bodyFaults,
};
