// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/delete-rule.js';
import type { DeleteRuleRequest } from '../types.ts';

export const deleteRule: Contract<DeleteRuleRequest> = {
  name: 'deleteRule',
  row: {"route":"DELETE /api/products/{productId}/rules/{ruleId}","permission":"configuration.write","success":200,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
