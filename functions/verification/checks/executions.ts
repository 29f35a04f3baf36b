// Every execution of a workflow equals the answer in the receipt of its request, and every execution
// in a receipt exists.
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import { readStoredEvents } from '../../ledger/commit/receipt-events.ts';
import { executionFields } from '../../ledger/workflows/items.ts';
import type { StoredRecord } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';

const EXECUTED = 'workflow.executed';

export const executions = buildPairingCheck({
  name: 'executions',
  record: { kinds: ['EXE'], listFacts: toExecutionFacts },
  witness: { kinds: ['RCP'], listFacts: toReceiptFacts },
});

function toExecutionFacts({ item }: StoredRecord): Fact[] {
  const execution = executionFields.fromItem(item);
  const { id } = execution;
  const alone = {
    field: 'receipt',
    stored: NO_RECORD,
    derived: `a receipt with one event ${EXECUTED}`,
  };
  const claims = toComparableTexts(toAnswerMembers(execution));
  return [{ name: id, since: id, kind: 'workflow_execution', id, place: item, claims, alone }];
}

function toReceiptFacts({ item }: StoredRecord): Fact[] {
  const derived = 'an execution that exists and has no other receipt';
  return readStoredEvents(item)
    .filter(({ type }) => type === EXECUTED)
    .map(({ aggregateId: name, payload }) => ({
      name,
      since: name,
      kind: 'receipt',
      id: item.PK.split('#').slice(3).join('#'),
      place: item,
      claims: toComparableTexts((payload ?? {}) as Record<string, unknown>),
      alone: { field: 'events', stored: name, derived },
    }));
}

const ANSWER_MEMBERS = [
  'workflow_id',
  'steps',
  'context',
  'executed_by',
  'correlation_id',
  'started_at',
  'finished_at',
] as const;

// Listed by name: old answers lack the members that were added to the API later.
function toComparableTexts(answer: Readonly<Record<string, unknown>>): Record<string, string> {
  const words = ANSWER_MEMBERS.map(
    (name) => [name, JSON.stringify(answer[name]) ?? NO_RECORD] as const,
  );
  return Object.fromEntries(words);
}

function toAnswerMembers(
  execution: WorkflowExecution,
): Record<(typeof ANSWER_MEMBERS)[number], unknown> {
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
