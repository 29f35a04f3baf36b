// How the work on a batch changes the batch: committed once, with a receipt and an event, as a
// request of an operator would be.
import { completeBatch, failBatch, startBatch } from '../domain/batches/batches.ts';
import type { Batch, Completion } from '../domain/batches/batches.ts';
import { batchEvent } from '../events/batch.ts';
import { toBatchView } from '../views/batch.ts';
import { readBatchToDecide } from '../ledger/batches/reads.ts';
import { batchWrites } from '../ledger/batches/writes.ts';
import { commit } from '../ledger/commit/commit.ts';
import type { BatchInput, Task } from '../runtime/task.ts';

type Change = (batch: Batch, now: Date) => Batch;

/** The batch is RUNNING from now on. */
export function begin(task: Task<BatchInput>): Promise<void> {
  return change(task, 'started', startBatch);
}

/** The batch is COMPLETED, with its artifact. */
export function complete(task: Task<BatchInput>, completion: Completion): Promise<void> {
  return change(task, 'completed', (batch, now) => completeBatch(batch, completion, now));
}

/** The batch is FAILED, for that reason. */
export function fail(task: Task<BatchInput>, reason: string): Promise<void> {
  return change(task, 'failed', (batch, now) => failBatch(batch, reason, now));
}

async function change(
  { input: { batchId }, once }: Task<BatchInput>,
  what: 'started' | 'completed' | 'failed',
  how: Change,
): Promise<void> {
  await once(`${batchId}!${what}`, async (session, now) => {
    const before = await readBatchToDecide(session, batchId);
    const after = how(before, now);
    return commit(session, {
      writes: batchWrites(session, before, after),
      events: [batchEvent(after, what)],
      status: 200,
      body: toBatchView(after),
    });
  });
}
