// Reads of workflow executions.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import { describeMissingWorkflow } from '../../domain/workflows/workflows.ts';
import { isId, listShardNames } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { getItem } from '../store/batch-get.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';
import { readText } from '../store/attributes.ts';
import { executionFields } from './items.ts';
import { readWorkflow } from './reads.ts';

/**
 * One execution: two requests, since executions are keyed by workflow. Refuses with
 * execution_not_found.
 */
export async function readExecution(session: Session, id: string): Promise<WorkflowExecution> {
  const { tenant } = session;
  const pointer = isId('exe', id)
    ? await getItem(session, keys.executionPlace(tenant, id))
    : undefined;
  const workflowId = pointer && readText(pointer, 'workflow_id');
  const item = workflowId && (await getItem(session, keys.execution(tenant, workflowId, id)));
  if (!item) throw new Refusal('execution_not_found', `There is no execution ${id.slice(0, 64)}.`);
  return executionFields.fromItem(item);
}

/**
 * A page of a workflow's executions, newest first: one request per shard. Refuses with
 * workflow_not_found.
 */
export async function listExecutions(
  session: Session,
  workflowId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<WorkflowExecution>> {
  const { store, tenant } = session;
  if (!isId('wfl', workflowId))
    throw new Refusal('workflow_not_found', describeMissingWorkflow(workflowId));
  if (after !== undefined && !isId('exe', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const shards = listShardNames(store.shards);
  const listing: Listing = {
    partitions: shards.map((shard) => keys.executions(tenant, workflowId, shard)),
    range: { from: 'exe_', to: after === undefined ? 'exe_~' : buildKeyBefore(after) },
    order: 'newest first',
    spread: 'even',
  };
  const { items, hasMore } = await listMerged(store, listing, limit);
  // An empty page may mean an unknown workflow. Only then does the check cost another request.
  if (items.length === 0) await readWorkflow(session, workflowId);
  return toPage(items.map(executionFields.fromItem), hasMore, items.at(-1)?.SK);
}
