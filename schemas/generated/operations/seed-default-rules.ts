// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/seed-default-rules.js';
import type { SeedDefaultRulesRequest } from '../types.ts';

export const seedDefaultRules: Contract<SeedDefaultRulesRequest> = {
  name: 'seedDefaultRules',
  row: {"route":"POST /api/products/{productId}/rules/defaults","permission":"configuration.write","success":201,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
