// Builds the writes for workflows and their executions.
import { Refusal, refuseIf } from '../../domain/refusals/refusals.ts';
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import type { Workflow } from '../../domain/workflows/workflows.ts';
import type { Write } from '../commit/commit.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { countStoredBytes } from '../store/item.ts';
import { executionFields, workflowFields } from './items.ts';
import { buildPutNew } from '../commit/conditional-writes.ts';

/** A new workflow, under its id and its trigger; a preset can be created only once. */
export function buildWorkflowWrites(
  { store, tenant }: Session,
  workflow: Workflow,
  preset?: string,
): Write[] {
  const { ledgerTable } = store;
  const { id, trigger } = workflow;
  const workflowKeys = [keys.workflow(tenant, id), keys.workflowByTrigger(tenant, trigger, id)];
  const claims = preset === undefined ? [] : [keys.workflowPreset(tenant, preset)];
  return [
    ...claims.map((key) => buildPutNew(ledgerTable, { ...key, workflow_id: id })),
    ...workflowKeys.map((key) => buildPutNew(ledgerTable, workflowFields.toItem(key, workflow))),
  ];
}

/** The limits of one transaction, less its receipt. */
const ITEMS_MAX = 99;
const BYTES_MAX = 3_500_000;

/**
 * The execution, keyed by its workflow, with a pointer to it by id, and all writes of its steps.
 * Refuses with too_many_writes, entry_too_large.
 */
export function buildExecutionWrites(
  { store, tenant }: Session,
  execution: WorkflowExecution,
  done: readonly Write[],
): Write[] {
  const { id, workflowId } = execution;
  const pointer = { ...keys.executionPlace(tenant, id), workflow_id: workflowId };
  const key = keys.execution(tenant, workflowId, id);
  const record = buildPutNew(store.ledgerTable, executionFields.toItem(key, execution));
  const writes = [...done, record, buildPutNew(store.ledgerTable, pointer)];
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
