// Reads the entries of a month by accounting date. It has no index and may be far from the time of posting: each
// entry of the journal is passed over, in the store and not here (ADR 088).
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import { buildKeyAfter, runQuery } from '../store/merged-lists.ts';
import { fromJournalItem } from './items.ts';
import { prefetchPages } from './journal-order.ts';

/** A part of a write shard: what it has of the month, and where it ends. */
export interface DatedPage {
  readonly entries: readonly JournalEntry[];
  /** The id up to which entries were passed over; undefined at the end of the shard. */
  readonly last?: string | undefined;
}

/** Entries that one request passes over: as a rule not a megabyte, with which a request ends too. */
export const DATED_PAGE_ENTRIES = 1_000;

interface DatedRange {
  readonly shard: string;
  /** As in 2026-01. */
  readonly month: string;
  /** The id up to which entries were passed over before. */
  readonly after?: string | undefined;
}

/** The entries of one write shard that are dated in the month, page by page. Reads are strongly consistent. */
export function streamDatedEntries(
  session: Pick<Session, 'store' | 'tenant'>,
  range: DatedRange,
): AsyncGenerator<DatedPage> {
  return prefetchPages(queryPages(session, range));
}

async function* queryPages(
  { store, tenant }: Pick<Session, 'store' | 'tenant'>,
  { shard, month, after }: DatedRange,
): AsyncGenerator<DatedPage> {
  for (let from = after === undefined ? 'jrn_' : buildKeyAfter(after); ;) {
    const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
      TableName: store.ledgerTable,
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
      FilterExpression: 'begins_with(effective_date, :month)',
      ExpressionAttributeValues: {
        ':partition': keys.journal(tenant, shard),
        ':from': from,
        ':to': 'jrn_~',
        ':month': `${month}-`,
      },
      ConsistentRead: true,
      Limit: DATED_PAGE_ENTRIES,
    });
    const last = more?.['SK'] as string | undefined;
    yield { entries: items.map(fromJournalItem), last };
    if (last === undefined) return;
    from = buildKeyAfter(last);
  }
}
