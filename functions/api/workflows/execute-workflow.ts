import { executeWorkflow } from '../../../schemas/generated/operations/execute-workflow.ts';
import { evaluateSteps } from '../../domain/workflows/evaluation.ts';
import { buildCompletedExecution } from '../../domain/workflows/executions.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { readWorkflowToExecute } from '../../ledger/workflows/reads.ts';
import { buildExecutionWrites } from '../../ledger/workflows/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { performStep } from './perform-step.ts';
import { toExecutionView } from '../../views/workflow.ts';

export const handler = operation(executeWorkflow, async ({ path, body, session, now }) => {
  const workflow = await readWorkflowToExecute(session, path.workflowId);
  const id = buildIdGenerator(session.store.shards)(now)('exe');
  const unitOfWork = new UnitOfWork(session, id, now);
  const evaluated = await evaluateSteps(workflow, { ...body, now }, (step, parameters) =>
    performStep(unitOfWork, workflow, step, parameters),
  );
  const { actor: executedBy, correlationId } = session;
  const times = { startedAt: now, finishedAt: unitOfWork.now };
  const execution = buildCompletedExecution(workflow, evaluated, {
    id,
    executedBy,
    correlationId,
    ...times,
  });
  return commit(session, {
    writes: buildExecutionWrites(session, execution, await unitOfWork.writes()),
    events: [
      ...unitOfWork.events,
      { type: 'workflow.executed', aggregateId: id, version: 1, payloadAt: '' },
    ],
    status: 201,
    body: toExecutionView(execution),
  });
});
