// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-product-configuration.js';
import type { GetProductConfigurationRequest } from '../types.ts';

export const getProductConfiguration: Contract<GetProductConfigurationRequest> = {
  name: 'getProductConfiguration',
  row: {"route":"GET /api/products/config","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
