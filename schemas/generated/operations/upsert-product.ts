// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/upsert-product.js';
import type { UpsertProductRequest } from '../types.ts';

export const upsertProduct: Contract<UpsertProductRequest> = {
  name: 'upsertProduct',
  row: {"route":"POST /api/products","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/products/{productId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
