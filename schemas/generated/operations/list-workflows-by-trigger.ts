// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-workflows-by-trigger.js';
import type { ListWorkflowsByTriggerRequest } from '../types.ts';

export const listWorkflowsByTrigger: Contract<ListWorkflowsByTriggerRequest> = {
  name: 'listWorkflowsByTrigger',
  row: {"route":"GET /api/workflows/trigger/{trigger}","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
