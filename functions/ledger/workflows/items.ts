// How workflows and their executions are stored and mapped to views.
import type { WorkflowExecution } from '../../domain/workflows/executions.ts';
import type { Workflow } from '../../domain/workflows/workflows.ts';
import { json, sortKey, tenant, text, unstored } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

/** A workflow, under either of its keys: by id or by trigger. */
export const workflowFields = fields<Workflow>()({
  id: sortKey(),
  tenantId: tenant(),
  name: text('name'),
  trigger: text('trigger'),
  steps: json('steps'),
  createdAt: text('created_at'),
});

export const executionFields = fields<WorkflowExecution>()({
  id: sortKey(),
  workflowId: text('workflow_id'),
  status: unstored('status', () => 'COMPLETED'),
  steps: json('steps'),
  context: json('context'),
  executedBy: text('executed_by'),
  correlationId: text('correlation_id'),
  startedAt: text('started_at'),
  finishedAt: text('finished_at'),
});
