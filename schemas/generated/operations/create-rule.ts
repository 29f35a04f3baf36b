// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-rule.js';
import type { CreateRuleRequest } from '../types.ts';

export const createRule: Contract<CreateRuleRequest> = {
  name: 'createRule',
  row: {"route":"POST /api/products/{productId}/rules","permission":"configuration.write","success":201,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
