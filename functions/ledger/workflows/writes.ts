// Workflows and their executions turned into writes.
import { Refusal, refuseIf } from '../../domain/refusals/refusals.ts';
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import type { Workflow } from '../../domain/workflows/workflows.ts';
import type { Write } from '../commit/commit.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { countStoredBytes } from '../store/item-size.ts';
import { toExecutionItem, toWorkflowItem } from './items.ts';
import { buildPutNew } from '../journal/writes.ts';

/** A new workflow, under its id and its trigger; as a preset it is the only one of that name. */
export function buildWorkflowWrites(
  { store, tenant }: Session,
  workflow: Workflow,
  preset?: string,
): Write[] {
  const { ledgerTable } = store;
  const { id, trigger } = workflow;
  const places = [keys.workflow(tenant, id), keys.workflowByTrigger(tenant, trigger, id)];
  const claims = preset === undefined ? [] : [keys.workflowPreset(tenant, preset)];
  return [
    ...claims.map((key) => buildPutNew(ledgerTable, { ...key, workflow_id: id })),
    ...places.map((key) => buildPutNew(ledgerTable, toWorkflowItem(key, workflow))),
  ];
}

/** What one transaction takes, less the receipt that goes with it. */
const ITEMS_MAX = 99;
const BYTES_MAX = 3_500_000;

/**
 * The record of an execution, with its workflow's others, and where to find it by its id; beside all
 * that its steps have done. Refuses with too_many_writes, entry_too_large.
 */
export function buildExecutionWrites(
  { store, tenant }: Session,
  execution: WorkflowExecution,
  done: readonly Write[],
): Write[] {
  const { id, workflowId } = execution;
  const place = { ...keys.executionPlace(tenant, id), workflow_id: workflowId };
  const record = buildPutNew(store.ledgerTable, toExecutionItem(tenant, execution));
  const writes = [...done, record, buildPutNew(store.ledgerTable, place)];
  refuseIf(
    writes.length > ITEMS_MAX,
    'too_many_writes',
    `The execution would write ${writes.length + 1} items; one transaction holds ${ITEMS_MAX + 1}: ` +
      'the receipt, the execution twice, each request, and each entry, account, loan and posting.',
  );
  const bytes = writes.reduce((sum, { action }) => sum + countStoredBytes(action.Put?.Item), 0);
  if (bytes > BYTES_MAX) {
    const sentence = `The execution would write ${bytes} bytes, more than ${BYTES_MAX}.`;
    throw new Refusal('entry_too_large', sentence);
  }
  return writes;
}
