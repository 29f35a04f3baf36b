// Sums the entries of a closing period; the state machine calls it again until the journal is read.
import { readPeriodSettleSeconds } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { BatchFailure } from '../batch-failure.ts';
import { findClosingPeriod } from './period-transitions.ts';
import { sumPeriod } from './sum-period.ts';
import type { PeriodSum } from './sum-period.ts';

interface PeriodSumInput extends BatchInput {
  /** What has been summed before; absent at the start. One of an earlier version has no shards. */
  readonly work?: Partial<PeriodSum>;
}

/** Time that the task reserves for its answer before it stops. */
const RESERVE_MS = 60_000;

const settleMs = readPeriodSettleSeconds() * 1_000;

export const handler = task<PeriodSumInput, PeriodSumInput & { isDone: boolean }>(
  'sumPeriodEntries',
  async ({ input, session, remainingMs }) => {
    const { tenant, batchId, work } = input;
    const period = await findClosingPeriod(session, batchId);
    if (!period) throw new BatchFailure(`${batchId} closes no period now.`);
    const isOver = () => remainingMs() < RESERVE_MS;
    const { totals, shards } = work ?? {};
    const before = totals && shards && { totals, shards };
    const summed = await sumPeriod(session, period, { settleMs, isOver }, before);
    return { tenant, batchId, ...summed };
  },
);
