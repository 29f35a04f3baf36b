// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/evaluate-rules.js';
import type { EvaluateRulesRequest } from '../types.ts';

export const evaluateRules: Contract<EvaluateRulesRequest> = {
  name: 'evaluateRules',
  row: {"route":"POST /api/products/{productId}/rules/evaluate","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
