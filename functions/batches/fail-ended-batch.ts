// What ended without its last task: an execution that was aborted, or failed where no state catches
// it. EventBridge tells every such end, of those too whose batch says already why (ADR 046).
import type { Context } from 'aws-lambda';
import { readBatch } from '../ledger/batches/reads.ts';
import { task } from '../runtime/task.ts';
import type { BatchInput } from '../runtime/task.ts';
import { recordBatchFailure } from './batch-transitions.ts';

/** Of `Step Functions Execution Status Change`, what is used here. */
export interface ExecutionEndedEvent {
  readonly detail: {
    readonly status: string;
    /** JSON text, as the execution was started with it. */
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

/** Fails the batch of an execution that has ended, unless the batch has. */
export function handler({ detail }: ExecutionEndedEvent, context: Context): Promise<object> {
  const { tenant, batchId } = JSON.parse(detail.input) as BatchInput;
  return failEndedBatch({ tenant, batchId, status: detail.status }, context);
}

function describeExecutionEnd(status: string): string {
  const how = status === 'ABORTED' ? 'was stopped' : 'broke off on our side';
  return `The work on it ${how} before its end. Ask for it again with a new key.`;
}
