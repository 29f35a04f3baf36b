// The record of an execution: what each step did. It is stored in one transaction with everything that
// the steps did, so that a failed execution leaves no record.
import type { StepResult, WorkflowData, WorkflowEvaluation } from './evaluation.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { Workflow } from './workflows.ts';

export interface WorkflowExecution {
  readonly id: string;
  readonly workflowId: string;
  readonly status: 'COMPLETED';
  readonly steps: readonly StepResult[];
  /** The context after the last step. */
  readonly context: WorkflowData;
  readonly executedBy: string;
  readonly correlationId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** The size limit keeps an execution well within one stored record. */
const RECORD_BYTES_MAX = 256 * 1024;

export interface ExecutionHead {
  readonly id: string;
  readonly executedBy: string;
  readonly correlationId: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** Builds the record. Refuses with entry_too_large. */
export function buildCompletedExecution(
  workflow: Workflow,
  { steps, context }: WorkflowEvaluation,
  { startedAt, finishedAt, ...executing }: ExecutionHead,
): WorkflowExecution {
  const bytes = new TextEncoder().encode(JSON.stringify({ steps, context })).length;
  if (bytes > RECORD_BYTES_MAX) {
    const sentence = `Steps and context take ${bytes} bytes, more than ${RECORD_BYTES_MAX}.`;
    throw new Refusal('entry_too_large', sentence);
  }
  return {
    ...executing,
    workflowId: workflow.id,
    status: 'COMPLETED',
    steps,
    context,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  };
}
