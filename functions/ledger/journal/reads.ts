// Reads of the journal. Every read is strongly consistent and makes a known number of requests.
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Session } from '../commit/session.ts';
import { batchGet } from '../store/batch-get.ts';
import { buildFirstIdAt, isId, listShardNames } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { WHOLE_LIST, toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { buildKeyAfter, listMerged } from '../store/merged-lists.ts';
import { fromJournalItem } from './items.ts';
import { findReversal } from './reversal-marks.ts';

/** One journal entry and the id of its reversal: one request. Refuses with journal_entry_not_found. */
export async function readJournalEntry(
  session: Session,
  id: string,
): Promise<{ entry: JournalEntry; reversedBy: string | undefined }> {
  const { store, tenant } = session;
  const wanted = [keys.journalEntry(tenant, id), keys.reversal(tenant, id)];
  const items = isId('jrn', id) ? await batchGet(store, store.ledgerTable, wanted) : [];
  const item = items.find(({ SK }) => SK === id);
  if (!item) {
    throw new Refusal('journal_entry_not_found', `There is no journal entry ${id.slice(0, 64)}.`);
  }
  return { entry: fromJournalItem(item), reversedBy: findReversal(items) };
}

export interface JournalFilter {
  readonly from?: Date | undefined;
  /** The first millisecond after the range. */
  readonly before?: Date | undefined;
  readonly after?: string | undefined;
}

/** A page of the tenant's journal in posting order: one request per shard. */
export async function listJournalEntries(
  session: Session,
  { from, before, after }: JournalFilter,
  limit: number,
): Promise<Page<JournalEntry>> {
  const { store, tenant } = session;
  const shards = listShardNames(store.shards).map((shard) => keys.journal(tenant, shard));
  const first = from ? buildFirstIdAt('jrn', from) : 'jrn_';
  const range = {
    from: after === undefined ? first : buildKeyAfter(after),
    to: before ? buildFirstIdAt('jrn', before) : 'jrn_~',
  };
  const listing = { partitions: shards, range, ...WHOLE_LIST };
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items.map(fromJournalItem), hasMore, items.at(-1)?.SK);
}
