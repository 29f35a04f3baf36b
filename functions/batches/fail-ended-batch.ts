// What ended without its last task: an execution that was aborted, or failed where no state catches
// it. EventBridge tells every such end, of those too whose batch says already why (ADR 046).
import type { Context } from 'aws-lambda';
import { readBatch } from '../ledger/batches/reads.ts';
import { task } from '../runtime/task.ts';
import type { BatchInput } from '../runtime/task.ts';
import { fail } from './change-batch.ts';

/** Of `Step Functions Execution Status Change`, what is used here. */
export interface ExecutionEnded {
  readonly detail: {
    readonly status: string;
    /** JSON text, as the execution was started with it. */
    readonly input: string;
  };
}

const hasEnded = ['COMPLETED', 'FAILED'];

const work = task<BatchInput & { status: string }, object>('failEndedBatch', async (ended) => {
  const { input, session } = ended;
  const { status } = await readBatch(session, input.batchId);
  if (!hasEnded.includes(status)) await fail(ended, reasonOf(input.status));
  return {};
});

/** Fails the batch of an execution that has ended, unless the batch has. */
export function handler({ detail }: ExecutionEnded, context: Context): Promise<object> {
  const { tenant, batchId } = JSON.parse(detail.input) as BatchInput;
  return work({ tenant, batchId, status: detail.status }, context);
}

function reasonOf(status: string): string {
  const how = status === 'ABORTED' ? 'was stopped' : 'broke off on our side';
  return `The work on it ${how} before its end. Ask for it again with a new key.`;
}
