// Every execution of a workflow stands in the receipt of the request that executed it, word for word,
// and a receipt tells of no execution that there is not.
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import { eventsOf } from '../../ledger/commit/receipt-events.ts';
import { executionFields } from '../../ledger/workflows/items.ts';
import type { StoredRecord } from '../check.ts';
import { NOTHING } from '../difference.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

const EXECUTED = 'workflow.executed';

export const executions = pairingCheck({
  name: 'executions',
  record: { kinds: ['EXE'], testimonies: ofExecution },
  witness: { kinds: ['RCP'], testimonies: ofReceipt },
});

function ofExecution({ item }: StoredRecord): Testimony[] {
  const execution = executionFields.fromItem(item);
  const { id } = execution;
  const alone = {
    field: 'receipt',
    stored: NOTHING,
    derived: `a receipt with one event ${EXECUTED}`,
  };
  const says = wordsIn(asAnswered(execution));
  return [{ name: id, since: id, kind: 'workflow_execution', id, place: item, says, alone }];
}

function ofReceipt({ item }: StoredRecord): Testimony[] {
  const derived = 'an execution that exists and has no other receipt';
  return eventsOf(item)
    .filter(({ type }) => type === EXECUTED)
    .map(({ aggregateId: name, payload }) => ({
      name,
      since: name,
      kind: 'receipt',
      id: item.PK.split('#').slice(3).join('#'),
      place: item,
      says: wordsIn((payload ?? {}) as Record<string, unknown>),
      alone: { field: 'events', stored: name, derived },
    }));
}

const MEMBERS = [
  'workflow_id',
  'steps',
  'context',
  'executed_by',
  'correlation_id',
  'started_at',
  'finished_at',
] as const;

// Named one by one: a member that the API gains later is not in old answers.
function wordsIn(answer: Readonly<Record<string, unknown>>): Record<string, string> {
  const words = MEMBERS.map((name) => [name, JSON.stringify(answer[name]) ?? NOTHING] as const);
  return Object.fromEntries(words);
}

function asAnswered(execution: WorkflowExecution): Record<(typeof MEMBERS)[number], unknown> {
  return {
    workflow_id: execution.workflowId,
    steps: execution.steps,
    context: execution.context,
    executed_by: execution.executedBy,
    correlation_id: execution.correlationId,
    started_at: execution.startedAt,
    finished_at: execution.finishedAt,
  };
}
