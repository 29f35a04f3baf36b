// The last task of a state machine after a failure.
import { task } from '../runtime/task.ts';
import type { BatchInput } from '../runtime/task.ts';
import { BATCH_FAILURE } from './batch-failure.ts';
import { recordBatchFailure } from './batch-transitions.ts';

interface BatchFailureInput extends BatchInput {
  /** The error in the form in which a state machine catches it. */
  readonly failure: { readonly Error: string; readonly Cause: string };
}

export const handler = task<BatchFailureInput, object>('failBatch', async (failed) => {
  await recordBatchFailure(failed, describeFailure(failed.input.failure));
  return {};
});

// Internal errors are not described, as in every answer.
function describeFailure({ Error: name, Cause: cause }: BatchFailureInput['failure']): string {
  if (name !== BATCH_FAILURE) {
    return 'Something went wrong on our side, more than once. Request it again with a new key.';
  }
  return (JSON.parse(cause) as { errorMessage: string }).errorMessage;
}
