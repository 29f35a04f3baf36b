import type { WorkflowExecution } from '../domain/workflows/executions.ts';
import type { Workflow } from '../domain/workflows/workflows.ts';
import type {
  StepResult,
  Workflow as WorkflowBody,
  WorkflowExecution as WorkflowExecutionBody,
  WorkflowStep,
} from '../../schemas/generated/types.ts';

export function toWorkflowView(workflow: Workflow): WorkflowBody {
  return {
    id: workflow.id,
    tenant_id: workflow.tenantId,
    name: workflow.name,
    trigger: workflow.trigger,
    steps: workflow.steps as WorkflowStep[],
    created_at: workflow.createdAt,
    updated_at: workflow.createdAt,
  };
}

export function toExecutionView(execution: WorkflowExecution): WorkflowExecutionBody {
  return {
    id: execution.id,
    workflow_id: execution.workflowId,
    status: execution.status,
    steps: execution.steps as StepResult[],
    context: execution.context,
    executed_by: execution.executedBy,
    correlation_id: execution.correlationId,
    started_at: execution.startedAt,
    finished_at: execution.finishedAt,
  };
}
