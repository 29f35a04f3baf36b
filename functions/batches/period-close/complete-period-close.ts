// Marks a period as CLOSED, with its control totals.
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { recordPeriodClosure } from './period-transitions.ts';
import type { PeriodSum } from './sum-period.ts';

export const handler = task<BatchInput & { work: PeriodSum }, object>(
  'completePeriodClose',
  async (closing) => {
    await recordPeriodClosure(closing, closing.input.work.totals);
    return {};
  },
);
