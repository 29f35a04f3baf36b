// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/generate-product-configuration.js';
import type { GenerateProductConfigurationRequest } from '../types.ts';

export const generateProductConfiguration: Contract<GenerateProductConfigurationRequest> = {
  name: 'generateProductConfiguration',
  row: {"route":"POST /api/products/config/generate","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/products/config","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
