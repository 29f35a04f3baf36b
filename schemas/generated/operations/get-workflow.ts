// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-workflow.js';
import type { GetWorkflowRequest } from '../types.ts';

export const getWorkflow: Contract<GetWorkflowRequest> = {
  name: 'getWorkflow',
  row: {"route":"GET /api/workflows/{workflowId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
