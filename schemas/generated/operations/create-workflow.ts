// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-workflow.js';
import type { CreateWorkflowRequest } from '../types.ts';

export const createWorkflow: Contract<CreateWorkflowRequest> = {
  name: 'createWorkflow',
  row: {"route":"POST /api/workflows","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/workflows/{workflowId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
