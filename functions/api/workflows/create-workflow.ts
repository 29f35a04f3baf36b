import { createWorkflow } from '../../../schemas/generated/operations/create-workflow.ts';
import { defineWorkflow } from '../../domain/workflows/workflows.ts';
import { operation } from '../../runtime/operation.ts';
import { commitWorkflow } from './commit-workflow.ts';

export const handler = operation(createWorkflow, async ({ body, session, now }) =>
  commitWorkflow(session, defineWorkflow(body), now),
);
