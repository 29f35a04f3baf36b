// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-workflows.js';
import type { ListWorkflowsRequest } from '../types.ts';

export const listWorkflows: Contract<ListWorkflowsRequest> = {
  name: 'listWorkflows',
  row: {"route":"GET /api/workflows","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
