// Sums the entries that are dated in one period, in bounded memory and time. They may have been posted at any time:
// the whole journal is read (ADR 088).
import type { Period, PeriodCurrencyTotals } from '../../domain/general-ledger/periods.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { PeriodTotals } from '../../ledger/general-ledger/period-totals.ts';
import { streamDatedEntries } from '../../ledger/journal/dated-entries.ts';
import { mapInParallel } from '../../ledger/in-parallel.ts';
import { listShardNames } from '../../ledger/store/ids.ts';
import { BatchFailure } from '../batch-failure.ts';

/** What has been summed so far: the checkpoint. */
export interface PeriodSum {
  readonly totals: readonly PeriodCurrencyTotals[];
  /** How far each write shard has been read. */
  readonly shards: Readonly<Record<string, ShardPosition>>;
}

interface ShardPosition {
  /** The id up to which journal entries have been read. */
  readonly last?: string | undefined;
  readonly isDone: boolean;
}

interface SummingLimits {
  /** How long after the start of the closing an entry may have been posted at the latest. */
  readonly settleMs: number;
  /** Whether the time is up; called after each page of entries. */
  readonly isOver: () => boolean;
}

/** The requests of a closing: few, because those of all closings come between the requests of everybody else. */
const SHARDS_AT_ONCE = 2;

const NOTHING_SUMMED: PeriodSum = { totals: [], shards: {} };

/**
 * Continues from the checkpoint. If it is not done, call it again with the returned one. Throws
 * BatchFailure for an entry that was posted when every function knew that the period is closing.
 */
export async function sumPeriod(
  session: Session,
  period: Period,
  { settleMs, isOver }: SummingLimits,
  work: PeriodSum = NOTHING_SUMMED,
): Promise<{ work: PeriodSum; isDone: boolean }> {
  const totals = new PeriodTotals(work.totals);
  const end = Date.parse(period.closingAt ?? '') + settleMs;
  let isFailed = false;
  const add = (entry: JournalEntry) => {
    if (Date.parse(entry.postedAt) > end) {
      isFailed = true;
      throw new BatchFailure(describeLateEntry(entry));
    }
    totals.add(entry);
  };
  const shards = await sumShards(session, period.period, work.shards, {
    add,
    isOver: () => isFailed || isOver(),
  });
  const isDone = Object.values(shards).every((shard) => shard.isDone);
  return { work: { totals: totals.list(), shards }, isDone };
}

interface DatedReader {
  readonly add: (entry: JournalEntry) => void;
  readonly isOver: () => boolean;
}

/** Sums all shards, each from its position; returns the new positions. */
async function sumShards(
  session: Session,
  month: string,
  before: PeriodSum['shards'],
  reader: DatedReader,
): Promise<PeriodSum['shards']> {
  const read = async (shard: string) => {
    const position = before[shard] ?? { isDone: false };
    const after = position.isDone
      ? position
      : await sumShard(session, { shard, month }, position, reader);
    return [shard, after] as const;
  };
  const shards = listShardNames(session.store.shards);
  return Object.fromEntries(await mapInParallel(shards, SHARDS_AT_ONCE, read));
}

async function sumShard(
  session: Session,
  range: { readonly shard: string; readonly month: string },
  { last: after }: ShardPosition,
  { add, isOver }: DatedReader,
): Promise<ShardPosition> {
  let last = after;
  for await (const page of streamDatedEntries(session, { ...range, after })) {
    page.entries.forEach(add);
    last = page.last;
    if (last === undefined) return { isDone: true };
    if (isOver()) break;
  }
  return { last, isDone: false };
}

function describeLateEntry({ id, postedAt }: JournalEntry): string {
  return `The journal entry ${id} was posted in the period at ${postedAt}, too late for its closing.`;
}
