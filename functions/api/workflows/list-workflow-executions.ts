import { listWorkflowExecutions } from '../../../schemas/generated/operations/list-workflow-executions.ts';
import { listExecutions } from '../../ledger/workflows/execution-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toExecutionView } from '../../views/workflow.ts';

export const handler = operation(
  listWorkflowExecutions,
  async ({ path, query, session, after }) => {
    const page = await listExecutions(session, path.workflowId, { after, limit: query.limit });
    return { ...page, items: page.items.map(toExecutionView) };
  },
);
