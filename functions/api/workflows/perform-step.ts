// The actions of workflow steps.
import { SET_CONTEXT } from '../../domain/workflows/evaluation.ts';
import type { WorkflowData, StepOutcome } from '../../domain/workflows/evaluation.ts';
import type { Workflow, WorkflowStep } from '../../domain/workflows/workflows.ts';
import { chargeFeeStep, postEntryStep, postLoanStep } from './posting-steps.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { submitAdjustmentStep, submitTransitionStep } from './request-steps.ts';

type StepAction = (unitOfWork: UnitOfWork, parameters: WorkflowData) => Promise<WorkflowData>;

const LEDGER_ACTIONS = new Map<string, StepAction>([
  ['POST_JOURNAL_ENTRY', postEntryStep],
  ['CHARGE_FEE', chargeFeeStep],
  ['POST_LOAN_TRANSACTION', postLoanStep],
  ['SUBMIT_STATUS_TRANSITION', submitTransitionStep],
  ['SUBMIT_ADJUSTMENT', submitAdjustmentStep],
]);

const NOTIFICATION_EVENTS = new Map([
  ['SEND_NOTIFICATION', 'notification.requested'],
  ['EMIT_EVENT', 'workflow.event_emitted'],
]);

/** Performs a step in the unit of work; nothing is written yet. */
export async function performStep(
  unitOfWork: UnitOfWork,
  workflow: Workflow,
  step: WorkflowStep,
  parameters: WorkflowData,
): Promise<StepOutcome> {
  const action = LEDGER_ACTIONS.get(step.action);
  if (action) return { status: 'EXECUTED', output: await action(unitOfWork, parameters) };
  if (step.action === SET_CONTEXT) return { status: 'EXECUTED', output: parameters };
  const type = NOTIFICATION_EVENTS.get(step.action);
  addNotificationEvent(unitOfWork, workflow, step, {
    type: type ?? 'workflow.action_dispatched',
    parameters,
  });
  return { status: type === undefined ? 'DISPATCHED' : 'EXECUTED', output: parameters };
}

// The event type is never free text, so that no workflow can forge an event of the ledger.
function addNotificationEvent(
  { executionId, events }: UnitOfWork,
  { id: workflowId, trigger }: Workflow,
  { order, name, action }: WorkflowStep,
  { type, parameters }: { type: string; parameters: WorkflowData },
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
