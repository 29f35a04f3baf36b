// The last task of a closing that failed: its period takes entries again.
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { describeFailure } from '../batch-failure.ts';
import type { CaughtFailure } from '../batch-failure.ts';
import { findClosingPeriod, recordPeriodFailure } from './period-transitions.ts';

export const handler = task<BatchInput & { failure: CaughtFailure }, object>(
  'failPeriodClose',
  async (closing) => {
    const { batchId, failure } = closing.input;
    // The failing task may have completed the closing before it failed.
    if (await findClosingPeriod(closing.session, batchId)) {
      await recordPeriodFailure(closing, describeFailure(failure));
    }
    return {};
  },
);
