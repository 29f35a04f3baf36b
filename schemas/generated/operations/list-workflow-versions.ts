// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-workflow-versions.js';
import type { ListWorkflowVersionsRequest } from '../types.ts';

export const listWorkflowVersions: Contract<ListWorkflowVersionsRequest> = {
  name: 'listWorkflowVersions',
  row: {"route":"GET /api/workflows/{workflowId}/versions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
