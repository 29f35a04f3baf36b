// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-rules.js';
import type { ListRulesRequest } from '../types.ts';

export const listRules: Contract<ListRulesRequest> = {
  name: 'listRules',
  row: {"route":"GET /api/products/{productId}/rules","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
