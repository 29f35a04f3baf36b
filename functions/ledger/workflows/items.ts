// Workflows and their executions to DynamoDB items and back. What is free-form is kept as JSON text,
// so that names and numbers stay as they were written.
import type { WorkflowData, StepResult } from '../../domain/workflows/evaluation.ts';
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import type { Workflow, WorkflowStep } from '../../domain/workflows/workflows.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readText } from '../store/attributes.ts';

/** The workflow under one of its keys: by id, or by what triggers it. */
export function toWorkflowItem(key: Key, workflow: Workflow): Item {
  return {
    ...key,
    name: workflow.name,
    trigger: workflow.trigger,
    steps: JSON.stringify(workflow.steps),
    created_at: workflow.createdAt,
  };
}

export function fromWorkflowItem(item: Item, tenantId: string): Workflow {
  return {
    id: item.SK,
    tenantId,
    name: readText(item, 'name'),
    trigger: readText(item, 'trigger'),
    steps: JSON.parse(readText(item, 'steps')) as WorkflowStep[],
    createdAt: readText(item, 'created_at'),
  };
}

export function toExecutionItem(tenant: string, execution: WorkflowExecution): Item {
  const { id, workflowId, steps, context } = execution;
  return {
    ...keys.execution(tenant, workflowId, id),
    workflow_id: workflowId,
    steps: JSON.stringify(steps),
    context: JSON.stringify(context),
    executed_by: execution.executedBy,
    correlation_id: execution.correlationId,
    started_at: execution.startedAt,
    finished_at: execution.finishedAt,
  };
}

export function fromExecutionItem(item: Item): WorkflowExecution {
  return {
    id: item.SK,
    workflowId: readText(item, 'workflow_id'),
    status: 'COMPLETED',
    steps: JSON.parse(readText(item, 'steps')) as StepResult[],
    context: JSON.parse(readText(item, 'context')) as WorkflowData,
    executedBy: readText(item, 'executed_by'),
    correlationId: readText(item, 'correlation_id'),
    startedAt: readText(item, 'started_at'),
    finishedAt: readText(item, 'finished_at'),
  };
}
