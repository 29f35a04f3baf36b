// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-product-publication.js';
import type { GetProductPublicationRequest } from '../types.ts';

export const getProductPublication: Contract<GetProductPublicationRequest> = {
  name: 'getProductPublication',
  parameters,
  body,
  bodyFaults,
};
