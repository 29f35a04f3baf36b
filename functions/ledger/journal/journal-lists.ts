// Lists of journal entries: all of a period, or those that match filters. A filter is served by a list
// of the read model, never by reading the whole journal (ADR 084).
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Session } from '../commit/session.ts';
import { readProjectedList } from '../projections/lists.ts';
import type { ListedRecord } from '../projections/lists.ts';
import { batchGet } from '../store/batch-get.ts';
import { buildFirstIdAt, listShardNames, readIdTime } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { buildRangeAfter, countAnswerBytes, listMerged } from '../store/merged-lists.ts';
import type { KeyRange, Listing } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { fromJournalItem } from './items.ts';

export interface JournalPeriod {
  readonly from?: Date | undefined;
  /** The first millisecond after the range. */
  readonly before?: Date | undefined;
}

export interface JournalFilter {
  /** The id of one of its account entries, which has the time of the journal entry's own. */
  readonly entry_id?: string;
  readonly reference?: string;
  readonly posted_by?: string;
  readonly account_code?: string;
  /** The control account from which the entry differs. */
  readonly control_difference?: string;
  readonly has_control_differences?: 'true';
  readonly has_skipped_rules?: 'true';
}

/** A page of entries; a page of a read model says how late that is. */
export type JournalPage = Page<JournalEntry> & { readonly lagSeconds?: number };

/** The filters, that of the shortest list in most institutions first. */
const FILTERS = [
  'control_difference',
  'has_skipped_rules',
  'has_control_differences',
  'reference',
  'posted_by',
  'account_code',
] as const;

/**
 * A page of the tenant's journal by the time of posting that matches all filters. Without filters, or with
 * entry_id alone: one request per shard. Else from journal_lists, as readProjectedList does, with one more request per 50 listed
 * entries.
 */
export function listJournalEntries(
  session: Session,
  period: JournalPeriod,
  filter: JournalFilter,
  page: PageRequest,
): Promise<JournalPage> {
  const { order, limit } = page;
  const range = buildRange(narrowPeriod(period, filter), page);
  const [first, ...others] = FILTERS.filter((name) => filter[name] !== undefined);
  if (first === undefined) return listWholeJournal(session, range, filter, page);
  const sought = {
    projection: 'journal_lists',
    list: `${first}#${filter[first]}`,
    range,
    order,
    isSifted: others.length > 0,
  } as const;
  return readProjectedList(session, sought, limit, (ids) => readMatching(session, filter, ids));
}

function buildRange({ from, before }: JournalPeriod, { order, after }: PageRequest): KeyRange {
  const period = {
    from: from ? buildFirstIdAt('jrn', from) : 'jrn_',
    to: before ? buildFirstIdAt('jrn', before) : 'jrn_~',
  };
  return buildRangeAfter(period, order, after);
}

// The millisecond of the account entry, if that is in the period.
function narrowPeriod(period: JournalPeriod, { entry_id: entryId }: JournalFilter): JournalPeriod {
  if (entryId === undefined) return period;
  const at = readIdTime(entryId);
  const from = Math.max(at, period.from?.getTime() ?? at);
  const before = Math.min(at + 1, period.before?.getTime() ?? at + 1);
  return { from: new Date(from), before: new Date(Math.max(from, before)) };
}

async function listWholeJournal(
  { store, tenant }: Session,
  range: KeyRange,
  filter: JournalFilter,
  { order, limit }: PageRequest,
): Promise<Page<JournalEntry>> {
  const shards = listShardNames(store.shards).map((shard) => keys.journal(tenant, shard));
  const listing: Listing = { partitions: shards, range, order, spread: 'even' };
  const { items, hasMore } = await listMerged(store, listing, limit);
  const entries = items.map(fromJournalItem).filter((entry) => isMatch(entry, filter));
  return toPage(entries, hasMore, items.at(-1)?.SK);
}

async function readMatching(
  { store, tenant }: Session,
  filter: JournalFilter,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedRecord<JournalEntry>>> {
  const wanted = ids.map((id) => keys.journalEntry(tenant, id));
  const items = await batchGet(store, store.ledgerTable, wanted);
  const records = items.map((item): [string, ListedRecord<JournalEntry>] => [
    item.SK,
    { noun: fromJournalItem(item), bytes: countAnswerBytes(item) },
  ]);
  return new Map(records.filter(([, { noun }]) => isMatch(noun, filter)));
}

function isMatch(entry: JournalEntry, filter: JournalFilter): boolean {
  const { reference, posted_by, account_code, control_difference: differing } = filter;
  const { postings, ledgerLines, postedBy, controlDifferences = [], skippedRules = [] } = entry;
  return (
    (differing === undefined || controlDifferences.some((one) => one.accountCode === differing)) &&
    (filter.has_control_differences === undefined || controlDifferences.length > 0) &&
    (filter.has_skipped_rules === undefined || skippedRules.length > 0) &&
    (filter.entry_id === undefined ||
      postings.some(({ entryId }) => entryId === filter.entry_id)) &&
    (reference === undefined || postings.some((posting) => posting.reference === reference)) &&
    (posted_by === undefined || postedBy === posted_by) &&
    (account_code === undefined || ledgerLines.some((line) => line.accountCode === account_code))
  );
}
