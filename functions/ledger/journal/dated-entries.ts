// Reads the entries of a month by accounting date. It has no index and may be far from the time of posting: each
// entry of the journal is passed over, in the store and not here (ADR 088).
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import { buildKeyAfter, runQuery } from '../store/merged-lists.ts';
import { fromJournalItem } from './items.ts';
import { buildRangeQuery } from './journal-order.ts';

/** A part of a write shard: what it has of the month, and where it ends. */
export interface DatedPage {
  readonly entries: readonly JournalEntry[];
  /** The id up to which entries were passed over; undefined at the end of the shard. */
  readonly last?: string | undefined;
}

/** Entries that one request passes over: so few that no other request waits long for it. */
export const DATED_PAGE_ENTRIES = 250;

interface DatedRange {
  readonly shard: string;
  /** As in 2026-01. */
  readonly month: string;
  /** The id up to which entries were passed over before. */
  readonly after?: string | undefined;
}

/** The entries of one write shard that are dated in the month, page by page. Reads are strongly consistent. */
export async function* streamDatedEntries(
  { store, tenant }: Pick<Session, 'store' | 'tenant'>,
  { shard, month, after }: DatedRange,
): AsyncGenerator<DatedPage> {
  for (let from = after === undefined ? 'jrn_' : buildKeyAfter(after); ;) {
    const query = buildRangeQuery(store, keys.journal(tenant, shard), { from, to: 'jrn_~' });
    const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
      ...query,
      FilterExpression: 'begins_with(effective_date, :month)',
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':month': `${month}-` },
      Limit: DATED_PAGE_ENTRIES,
    });
    const last = more?.['SK'] as string | undefined;
    yield { entries: items.map(fromJournalItem), last };
    if (last === undefined) return;
    from = buildKeyAfter(last);
  }
}
