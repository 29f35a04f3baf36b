// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/upsert-product.js';
import type { UpsertProductRequest } from '../types.ts';

export const upsertProduct: Contract<UpsertProductRequest> = {
  name: 'upsertProduct',
  parameters,
  body,
  bodyFaults,
};
