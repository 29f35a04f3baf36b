// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-product-publications.js';
import type { ListProductPublicationsRequest } from '../types.ts';

export const listProductPublications: Contract<ListProductPublicationsRequest> = {
  name: 'listProductPublications',
  parameters,
  body,
  bodyFaults,
};
