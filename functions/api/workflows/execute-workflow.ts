import { executeWorkflow } from '../../../schemas/generated/operations/execute-workflow.ts';
import { evaluateSteps } from '../../domain/workflows/evaluation.ts';
import { completed } from '../../domain/workflows/executions.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { readWorkflowToExecute } from '../../ledger/workflows/reads.ts';
import { executionWrites } from '../../ledger/workflows/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { OpenBooks } from './open-books.ts';
import { performStep } from './perform-step.ts';
import { toExecutionView } from '../../views/workflow.ts';

export const handler = operation(executeWorkflow, async ({ path, body, session, now }) => {
  const workflow = await readWorkflowToExecute(session, path.workflowId);
  const id = idsAt(session.store.shards)(now)('exe');
  const books = new OpenBooks(session, id, now);
  const evaluated = await evaluateSteps(workflow, { ...body, now }, (step, parameters) =>
    performStep(books, workflow, step, parameters),
  );
  const { actor: executedBy, correlationId } = session;
  const times = { startedAt: now, finishedAt: books.now };
  const execution = completed(workflow, evaluated, { id, executedBy, correlationId, ...times });
  return commit(session, {
    writes: executionWrites(session, execution, await books.writes()),
    events: [
      ...books.events,
      { type: 'workflow.executed', aggregateId: id, version: 1, payloadAt: '' },
    ],
    status: 201,
    body: toExecutionView(execution),
  });
});
