import { getWorkflowExecution } from '../../../schemas/generated/operations/get-workflow-execution.ts';
import { readExecution } from '../../ledger/workflows/execution-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toExecutionView } from '../../views/workflow.ts';

export const handler = operation(getWorkflowExecution, async ({ path, session }) => {
  const execution = await readExecution(session, path.executionId);
  return { body: toExecutionView(execution) };
});
