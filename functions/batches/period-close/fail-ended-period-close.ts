// Fails the closing of a period whose execution ended without its last task, as fail-ended-batch does for
// batches (ADR 046).
import type { Context } from 'aws-lambda';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { ExecutionEndedEvent } from '../fail-ended-batch.ts';
import { recordPeriodFailure } from './period-transitions.ts';

const REASON =
  'The work on the closing ended on our side before it was complete. Close the period again.';

const failEndedPeriodClose = task<BatchInput, object>('failEndedPeriodClose', async (ended) => {
  await recordPeriodFailure(ended, REASON);
  return {};
});

/** Fails the closing of an execution that has ended, unless it is complete or has failed. */
export function handler({ detail }: ExecutionEndedEvent, context: Context): Promise<object> {
  const { tenant, batchId } = JSON.parse(detail.input) as BatchInput;
  return failEndedPeriodClose({ tenant, batchId }, context);
}
