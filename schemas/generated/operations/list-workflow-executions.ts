// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-workflow-executions.js';
import type { ListWorkflowExecutionsRequest } from '../types.ts';

export const listWorkflowExecutions: Contract<ListWorkflowExecutionsRequest> = {
  name: 'listWorkflowExecutions',
  row: {"route":"GET /api/workflows/{workflowId}/executions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
