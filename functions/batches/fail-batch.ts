// The last task of a state machine after a failure.
import { task } from '../runtime/task.ts';
import type { BatchInput } from '../runtime/task.ts';
import { describeFailure } from './batch-failure.ts';
import type { CaughtFailure } from './batch-failure.ts';
import { recordBatchFailure } from './batch-transitions.ts';

interface BatchFailureInput extends BatchInput {
  readonly failure: CaughtFailure;
}

export const handler = task<BatchFailureInput, object>('failBatch', async (failed) => {
  await recordBatchFailure(failed, describeFailure(failed.input.failure));
  return {};
});
