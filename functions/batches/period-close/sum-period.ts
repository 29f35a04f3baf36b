// Reads the journal and sums the entries that are dated in one period, in bounded memory and time. The
// accounting date has no index and may be far from the day of posting: the whole journal is read (ADR 088).
import { findPeriodOf } from '../../domain/general-ledger/periods.ts';
import type { Period, PeriodCurrencyTotals } from '../../domain/general-ledger/periods.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { PeriodTotals } from '../../ledger/general-ledger/period-totals.ts';
import { buildRemainingRange, streamJournal } from '../../ledger/journal/journal-order.ts';
import { BatchFailure } from '../batch-failure.ts';

/** What has been summed so far: the checkpoint. */
export interface PeriodSum {
  readonly totals: readonly PeriodCurrencyTotals[];
  /** The id of the last journal entry that was read. */
  readonly last?: string;
}

interface SummingLimits {
  /** How long after the start of the closing an entry may have been posted at the latest. */
  readonly settleMs: number;
  /** Whether the time is up; called after each chunk of entries. */
  readonly isOver: () => boolean;
}

const WHOLE_JOURNAL = { from: 'jrn_', to: 'jrn_~' };

/**
 * Continues from the checkpoint. If it is not done, call it again with the returned one. Throws
 * BatchFailure for an entry that was posted when every function knew that the period is closing.
 */
export async function sumPeriod(
  { store, tenant }: Session,
  period: Period,
  { settleMs, isOver }: SummingLimits,
  work?: PeriodSum,
): Promise<{ work: PeriodSum; isDone: boolean }> {
  const totals = new PeriodTotals(work?.totals);
  const end = Date.parse(period.closingAt ?? '') + settleMs;
  let last = work?.last;
  const rest = last === undefined ? WHOLE_JOURNAL : buildRemainingRange(WHOLE_JOURNAL, last);
  for await (const chunk of streamJournal(store, tenant, rest)) {
    for (const { entry } of chunk) {
      last = entry.id;
      if (findPeriodOf(entry.effectiveDate) !== period.period) continue;
      if (Date.parse(entry.postedAt) > end) throw new BatchFailure(describeLateEntry(entry));
      totals.add(entry);
    }
    if (isOver()) return { work: toSum(totals, last), isDone: false };
  }
  return { work: toSum(totals, last), isDone: true };
}

function toSum(totals: PeriodTotals, last: string | undefined): PeriodSum {
  return { totals: totals.list(), ...(last !== undefined && { last }) };
}

function describeLateEntry({ id, postedAt }: JournalEntry): string {
  return `The journal entry ${id} was posted in the period at ${postedAt}, too late for its closing.`;
}
