import { listWorkflowsByTrigger as contract } from '../../../schemas/generated/operations/list-workflows-by-trigger.ts';
import { listWorkflowsByTrigger } from '../../ledger/workflows/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toWorkflowView } from '../../views/workflow.ts';

export const handler = operation(contract, async ({ path, query, session, after }) => {
  const page = await listWorkflowsByTrigger(session, path.trigger, toPageRequest(query, after));
  return { ...page, items: page.items.map(toWorkflowView) };
});
