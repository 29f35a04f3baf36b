// The record of an execution: what each step did. It is written with everything that the steps did,
// or not at all, so there is no execution that failed.
import type { StepResult, WorkflowData, WorkflowEvaluation } from './evaluation.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { Workflow } from './workflows.ts';

export interface WorkflowExecution {
  readonly id: string;
  readonly workflowId: string;
  readonly status: 'COMPLETED';
  readonly steps: readonly StepResult[];
  /** As the steps have left it. */
  readonly context: WorkflowData;
  readonly executedBy: string;
  readonly correlationId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** A stored execution fits one record of the ledger with room to spare. */
const RECORD_BYTES_MAX = 256 * 1024;

export interface ExecutionHead {
  readonly id: string;
  readonly executedBy: string;
  readonly correlationId: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** The record. Refuses with entry_too_large. */
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
