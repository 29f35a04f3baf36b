// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-rule-versions.js';
import type { ListRuleVersionsRequest } from '../types.ts';

export const listRuleVersions: Contract<ListRuleVersionsRequest> = {
  name: 'listRuleVersions',
  row: {"route":"GET /api/products/{productId}/rules/{ruleId}/versions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
