// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-workflow-execution.js';
import type { GetWorkflowExecutionRequest } from '../types.ts';

export const getWorkflowExecution: Contract<GetWorkflowExecutionRequest> = {
  name: 'getWorkflowExecution',
  row: {"route":"GET /api/workflow-executions/{executionId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
