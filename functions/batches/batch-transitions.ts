// Changes the status of a batch as its work proceeds: committed once, with a receipt and an event, like
// the request of an operator.
import { completeBatch, failBatch, startBatch } from '../domain/batches/batches.ts';
import type { Batch, Completion } from '../domain/batches/batches.ts';
import { buildBatchEvent } from '../events/batch.ts';
import { toBatchView } from '../views/batch.ts';
import { readBatchToDecide } from '../ledger/batches/reads.ts';
import { buildBatchWrites } from '../ledger/batches/writes.ts';
import { commit } from '../ledger/commit/commit.ts';
import type { BatchInput, BatchTaskContext } from '../runtime/task.ts';

type BatchTransition = (batch: Batch, now: Date) => Batch;

/** Marks the batch as RUNNING. */
export function recordBatchStart(task: BatchTaskContext<BatchInput>): Promise<void> {
  return commitBatchTransition(task, 'started', startBatch);
}

/** Marks the batch as COMPLETED, with its artifact. */
export function recordBatchCompletion(
  task: BatchTaskContext<BatchInput>,
  completion: Completion,
): Promise<void> {
  return commitBatchTransition(task, 'completed', (batch, now) =>
    completeBatch(batch, completion, now),
  );
}

/** Marks the batch as FAILED, with the reason. */
export function recordBatchFailure(
  task: BatchTaskContext<BatchInput>,
  reason: string,
): Promise<void> {
  return commitBatchTransition(task, 'failed', (batch, now) => failBatch(batch, reason, now));
}

async function commitBatchTransition(
  { input: { batchId }, once }: BatchTaskContext<BatchInput>,
  what: 'started' | 'completed' | 'failed',
  how: BatchTransition,
): Promise<void> {
  await once(`${batchId}!${what}`, async (session, now) => {
    const before = await readBatchToDecide(session, batchId);
    const after = how(before, now);
    return commit(session, {
      writes: buildBatchWrites(session, before, after),
      events: [buildBatchEvent(after, what)],
      status: 200,
      body: toBatchView(after),
    });
  });
}
