import { listWorkflows as contract } from '../../../schemas/generated/operations/list-workflows.ts';
import { listWorkflows } from '../../ledger/workflows/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toWorkflowView } from '../../views/workflow.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listWorkflows(session, toPageRequest(query, after));
  return { ...page, items: page.items.map(toWorkflowView) };
});
