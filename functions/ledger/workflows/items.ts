// Workflows and their executions to DynamoDB items and back. What is free-form is kept as JSON text,
// so that names and numbers stay as they were written.
import type { Data, StepResult } from '../../domain/workflows/evaluation.ts';
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import type { Workflow, WorkflowStep } from '../../domain/workflows/workflows.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { text } from '../store/stored.ts';

/** The workflow under one of its keys: by id, or by what triggers it. */
export function workflowItem(key: Key, workflow: Workflow): Item {
  return {
    ...key,
    name: workflow.name,
    trigger: workflow.trigger,
    steps: JSON.stringify(workflow.steps),
    created_at: workflow.createdAt,
  };
}

export function workflowOf(item: Item, tenantId: string): Workflow {
  return {
    id: item.SK,
    tenantId,
    name: text(item, 'name'),
    trigger: text(item, 'trigger'),
    steps: JSON.parse(text(item, 'steps')) as WorkflowStep[],
    createdAt: text(item, 'created_at'),
  };
}

export function executionItem(tenant: string, execution: WorkflowExecution): Item {
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

export function executionOf(item: Item): WorkflowExecution {
  return {
    id: item.SK,
    workflowId: text(item, 'workflow_id'),
    status: 'COMPLETED',
    steps: JSON.parse(text(item, 'steps')) as StepResult[],
    context: JSON.parse(text(item, 'context')) as Data,
    executedBy: text(item, 'executed_by'),
    correlationId: text(item, 'correlation_id'),
    startedAt: text(item, 'started_at'),
    finishedAt: text(item, 'finished_at'),
  };
}
