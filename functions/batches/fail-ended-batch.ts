// Fails the batch of an execution that ended without its last task: it was aborted, or it failed where
// no state catches the failure. EventBridge reports all such ends, also of batches that have failed
// already (ADR 046).
import type { Context } from 'aws-lambda';
import { readBatch } from '../ledger/batches/reads.ts';
import { task } from '../runtime/task.ts';
import type { BatchInput } from '../runtime/task.ts';
import { recordBatchFailure } from './batch-transitions.ts';

/** The part of `Step Functions Execution Status Change` that is used here. */
export interface ExecutionEndedEvent {
  readonly detail: {
    readonly status: string;
    /** The input of the execution, as JSON text. */
    readonly input: string;
  };
}

const FINAL_STATUSES = ['COMPLETED', 'FAILED'];

const failEndedBatch = task<BatchInput & { status: string }, object>(
  'failEndedBatch',
  async (ended) => {
    const { input, session } = ended;
    const { status } = await readBatch(session, input.batchId);
    if (!FINAL_STATUSES.includes(status))
      await recordBatchFailure(ended, describeExecutionEnd(input.status));
    return {};
  },
);

/** Fails the batch of an execution that has ended, unless the batch is COMPLETED or FAILED. */
export function handler({ detail }: ExecutionEndedEvent, context: Context): Promise<object> {
  const { tenant, batchId } = JSON.parse(detail.input) as BatchInput;
  return failEndedBatch({ tenant, batchId, status: detail.status }, context);
}

function describeExecutionEnd(status: string): string {
  const how = status === 'ABORTED' ? 'was stopped' : 'failed on our side';
  return `The work on the batch ${how} before it was complete. Request it again with a new key.`;
}
