// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/evaluate-rules.js';
import type { EvaluateRulesRequest } from '../types.ts';

export const evaluateRules: Contract<EvaluateRulesRequest> = {
  name: 'evaluateRules',
  parameters,
  body,
  bodyFaults,
};
