import { getWorkflow } from '../../../schemas/generated/operations/get-workflow.ts';
import { readWorkflow } from '../../ledger/workflows/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toWorkflowView } from '../../views/workflow.ts';

export const handler = operation(getWorkflow, async ({ path, session }) => {
  const workflow = await readWorkflow(session, path.workflowId);
  return { body: toWorkflowView(workflow) };
});
