// What each action of a step does.
import { SET_CONTEXT } from '../../domain/workflows/evaluation.ts';
import type { Data, StepOutcome } from '../../domain/workflows/evaluation.ts';
import type { Workflow, WorkflowStep } from '../../domain/workflows/workflows.ts';
import { chargeFeeStep, postEntryStep, postLoanStep } from './money-steps.ts';
import type { OpenBooks } from './open-books.ts';
import { submitAdjustmentStep, submitTransitionStep } from './request-steps.ts';

type Action = (books: OpenBooks, parameters: Data) => Promise<Data>;

const ON_THE_BOOKS = new Map<string, Action>([
  ['POST_JOURNAL_ENTRY', postEntryStep],
  ['CHARGE_FEE', chargeFeeStep],
  ['POST_LOAN_TRANSACTION', postLoanStep],
  ['SUBMIT_STATUS_TRANSITION', submitTransitionStep],
  ['SUBMIT_ADJUSTMENT', submitAdjustmentStep],
]);

const TELLING = new Map([
  ['SEND_NOTIFICATION', 'notification.requested'],
  ['EMIT_EVENT', 'workflow.event_emitted'],
]);

/** Performs a step on the open books: nothing is written yet. */
export async function performStep(
  books: OpenBooks,
  workflow: Workflow,
  step: WorkflowStep,
  parameters: Data,
): Promise<StepOutcome> {
  const action = ON_THE_BOOKS.get(step.action);
  if (action) return { status: 'EXECUTED', output: await action(books, parameters) };
  if (step.action === SET_CONTEXT) return { status: 'EXECUTED', output: parameters };
  const type = TELLING.get(step.action);
  tell(books, workflow, step, { type: type ?? 'workflow.action_dispatched', parameters });
  return { status: type === undefined ? 'DISPATCHED' : 'EXECUTED', output: parameters };
}

// The type is always one of ours, so that no workflow can tell of what did not happen.
function tell(
  { executionId, events }: OpenBooks,
  { id: workflowId, trigger }: Workflow,
  { order, name, action }: WorkflowStep,
  { type, parameters }: { type: string; parameters: Data },
): void {
  events.push({
    type,
    aggregateId: `${executionId}#${order}`,
    version: 1,
    payload: {
      execution_id: executionId,
      workflow_id: workflowId,
      trigger,
      step: { order, name, action },
      parameters,
    },
  });
}
