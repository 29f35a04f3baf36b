// Reads of workflows. Every read is strongly consistent and makes a known number of requests.
import { Refusal } from '../../domain/refusals/refusals.ts';
import { describeMissingWorkflow } from '../../domain/workflows/workflows.ts';
import type { Workflow } from '../../domain/workflows/workflows.ts';
import { isId, listShardNames } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { toPage } from '../store/pages.ts';
import { getItem } from '../store/batch-get.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { buildRangeAfter, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';
import { workflowFields } from './items.ts';

/** One workflow: one request. Refuses with workflow_not_found. */
export async function readWorkflow(session: Session, id: string): Promise<Workflow> {
  const key = keys.workflow(session.tenant, id);
  return requireWorkflow(id, isId('wfl', id) ? await getItem(session, key) : undefined);
}

/** The workflow to execute, read by readToDecide. Refuses with workflow_not_found. */
export async function readWorkflowToExecute(session: Session, id: string): Promise<Workflow> {
  const wanted = isId('wfl', id) ? [keys.workflow(session.tenant, id)] : [];
  const [item] = await readToDecide(session, wanted);
  return requireWorkflow(id, item);
}

function requireWorkflow(id: string, item: Item | undefined): Workflow {
  if (!item) throw new Refusal('workflow_not_found', describeMissingWorkflow(id));
  return workflowFields.fromItem(item);
}

/** The id of the workflow that was created from a preset, if there is one, read by readToDecide. */
export async function readPreset(session: Session, preset: string): Promise<string | undefined> {
  const [claim] = await readToDecide(session, [keys.workflowPreset(session.tenant, preset)]);
  return claim && String(claim['workflow_id']);
}

/** A page of workflows by the time of their creation: one request per shard. */
export function listWorkflows(session: Session, page: PageRequest): Promise<Page<Workflow>> {
  const { store, tenant } = session;
  const partitions = listShardNames(store.shards).map((shard) => keys.workflows(tenant, shard));
  return listPartitionWorkflows(session, partitions, page);
}

const TRIGGER = /^[A-Z][A-Z0-9_]{2,100}$/;

/** A page of the workflows with this trigger by the time of their creation: one request. */
export async function listWorkflowsByTrigger(
  session: Session,
  trigger: string,
  page: PageRequest,
): Promise<Page<Workflow>> {
  if (!TRIGGER.test(trigger)) return { items: [] };
  const partitions = [keys.workflowsByTrigger(session.tenant, trigger)];
  return listPartitionWorkflows(session, partitions, page);
}

async function listPartitionWorkflows(
  { store }: Session,
  partitions: readonly string[],
  { order, after, limit }: PageRequest,
): Promise<Page<Workflow>> {
  const range = buildRangeAfter({ from: 'wfl_', to: 'wfl_~' }, order, after);
  const listing: Listing = { partitions, range, order, spread: 'even' };
  const { items, hasMore } = await listMerged(store, listing, limit);
  const workflows = items.map(workflowFields.fromItem);
  return toPage(workflows, hasMore, items.at(-1)?.SK);
}
