import type { WorkflowExecution } from '../domain/workflows/executions.ts';
import type { Workflow } from '../domain/workflows/workflows.ts';
import { executionFields, workflowFields } from '../ledger/workflows/items.ts';
import type {
  StepResult,
  Workflow as WorkflowBody,
  WorkflowExecution as WorkflowExecutionBody,
  WorkflowStep,
} from '../../schemas/generated/types.ts';

export function toWorkflowView(workflow: Workflow): WorkflowBody {
  const view = workflowFields.toView(workflow);
  return { ...view, steps: workflow.steps as WorkflowStep[], updated_at: workflow.createdAt };
}

export function toExecutionView(execution: WorkflowExecution): WorkflowExecutionBody {
  return { ...executionFields.toView(execution), steps: execution.steps as StepResult[] };
}
