// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-product-configuration.js';
import type { GetProductConfigurationRequest } from '../types.ts';

export const getProductConfiguration: Contract<GetProductConfigurationRequest> = {
  name: 'getProductConfiguration',
  parameters,
  body,
  bodyFaults,
};
