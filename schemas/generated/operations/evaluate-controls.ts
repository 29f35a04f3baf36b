// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/evaluate-controls.js';
import type { EvaluateControlsRequest } from '../types.ts';

export const evaluateControls: Contract<EvaluateControlsRequest> = {
  name: 'evaluateControls',
  row: {"route":"POST /api/controls/evaluate","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
