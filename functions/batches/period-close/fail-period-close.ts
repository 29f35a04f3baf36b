// The last task of a closing that failed: its period takes entries again.
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { describeFailure } from '../batch-failure.ts';
import type { CaughtFailure } from '../batch-failure.ts';
import { recordPeriodFailure } from './period-transitions.ts';

export const handler = task<BatchInput & { failure: CaughtFailure }, object>(
  'failPeriodClose',
  async (closing) => {
    await recordPeriodFailure(closing, describeFailure(closing.input.failure));
    return {};
  },
);
