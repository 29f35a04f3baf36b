// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-product-publication.js';
import type { GetProductPublicationRequest } from '../types.ts';

export const getProductPublication: Contract<GetProductPublicationRequest> = {
  name: 'getProductPublication',
  row: {"route":"GET /api/projections/product-publications/{productId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
