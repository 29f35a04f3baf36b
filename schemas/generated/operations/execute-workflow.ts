// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/execute-workflow.js';
import type { ExecuteWorkflowRequest } from '../types.ts';

export const executeWorkflow: Contract<ExecuteWorkflowRequest> = {
  name: 'executeWorkflow',
  row: {"route":"POST /api/workflows/{workflowId}/execute","permission":"finance.write","success":201,"idempotent":true,"location":"/api/workflow-executions/{executionId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
