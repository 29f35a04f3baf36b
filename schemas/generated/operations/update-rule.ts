// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/update-rule.js';
import type { UpdateRuleRequest } from '../types.ts';

export const updateRule: Contract<UpdateRuleRequest> = {
  name: 'updateRule',
  row: {"route":"PUT /api/products/{productId}/rules/{ruleId}","permission":"configuration.write","success":200,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
