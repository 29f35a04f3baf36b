// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-workflows.js';
import type { ListWorkflowsRequest } from '../types.ts';

export const listWorkflows: Contract<ListWorkflowsRequest> = {
  name: 'listWorkflows',
  parameters,
  body,
  bodyFaults,
};
