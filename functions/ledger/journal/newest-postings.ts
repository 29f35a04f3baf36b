// The newest postings on the accounts of a product, read from the end of the journal.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { isJudged } from '../../domain/rules/posting-trial.ts';
import type { StoredPosting } from '../../domain/rules/posting-trial.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Session } from '../commit/session.ts';
import { batchGet } from '../store/batch-get.ts';
import { listShardNames } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import { fromJournalItem } from './items.ts';

/** The entries that one request reads at most, in pages. */
export const ENTRIES_MAX = 1_000;
const PAGE_SIZE = 100;
/** How long one request reads; what it has found until then is its answer. */
const READING_MS = 5_000;

export interface NewestPostings {
  /** Newest first. */
  readonly postings: readonly StoredPosting[];
  readonly entriesRead: number;
  /** Whether older entries exist that were not read. */
  readonly hasMore: boolean;
}

/** Judged entries that one request has read, newest first. */
export interface NewestEntries {
  readonly entries: readonly JournalEntry[];
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly entriesRead: number;
  readonly hasMore: boolean;
}

/**
 * The newest postings on which the product's rules are judged, up to `count`: one request per shard and
 * page, and one for each 100 accounts in it.
 */
export async function readNewestPostings(
  session: Session,
  productId: string,
  count: number,
): Promise<NewestPostings> {
  const accounts = new Map<string, AccountState>();
  const { found, ...read } = await readNewest(session, count, async (entries) => {
    const judged = entries.filter(isJudged);
    await readAccounts(session, judged, accounts);
    const postings = judged.flatMap((entry) => listPostings(entry, accounts));
    return postings.filter(({ account }) => account.productId === productId);
  });
  return { postings: found, ...read };
}

/** The newest entries that controls of postings judge, up to `count`; the requests are those of readNewestPostings. */
export async function readNewestEntries(session: Session, count: number): Promise<NewestEntries> {
  const accounts = new Map<string, AccountState>();
  const { found, ...read } = await readNewest(session, count, async (entries) => {
    const posted = entries.filter((entry) => isJudged(entry) && !isPartOfAnother(entry));
    await readAccounts(session, posted, accounts);
    return posted;
  });
  return { entries: found, accounts, ...read };
}

// Controls judge the loan transaction and not its entry, and closing a year takes two operators by itself.
function isPartOfAnother({ loanEntry, generalLedgerRequestId }: JournalEntry): boolean {
  return loanEntry !== undefined || generalLedgerRequestId !== undefined;
}

async function readNewest<Found>(
  session: Session,
  count: number,
  select: (entries: readonly JournalEntry[]) => Promise<readonly Found[]>,
): Promise<{ found: readonly Found[]; entriesRead: number; hasMore: boolean }> {
  const until = Date.now() + READING_MS;
  const found: Found[] = [];
  let [entriesRead, hasMore, newest] = [0, true, 'jrn_~'];
  while (hasMore && found.length < count && entriesRead < ENTRIES_MAX && Date.now() < until) {
    const page = await listNewestEntries(session, newest);
    found.push(...(await select(page.entries)));
    entriesRead += page.entries.length;
    hasMore = page.hasMore;
    newest = buildKeyBefore(page.entries.at(-1)?.id ?? newest);
  }
  return { found: found.slice(0, count), entriesRead, hasMore };
}

async function listNewestEntries(
  { store, tenant }: Session,
  to: string,
): Promise<{ entries: JournalEntry[]; hasMore: boolean }> {
  const partitions = listShardNames(store.shards).map((shard) => keys.journal(tenant, shard));
  const range = { from: 'jrn_', to };
  const listing = { partitions, range, order: 'newest first', spread: 'even' } as const;
  const { items, hasMore } = await listMerged(store, listing, PAGE_SIZE);
  return { entries: items.map(fromJournalItem), hasMore };
}

async function readAccounts(
  { store, tenant }: Session,
  entries: readonly JournalEntry[],
  accounts: Map<string, AccountState>,
): Promise<void> {
  const ids = entries.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
  const unread = [...new Set(ids)].filter((id) => !accounts.has(id));
  const wanted = unread.map((id) => keys.balance(tenant, id));
  for (const item of await batchGet(store, store.ledgerTable, wanted)) {
    const account = accountStateFields.fromItem(item);
    accounts.set(account.id, account);
  }
}

function listPostings(
  entry: JournalEntry,
  accounts: ReadonlyMap<string, AccountState>,
): StoredPosting[] {
  return entry.postings.toReversed().flatMap((posting) => {
    const account = accounts.get(posting.accountId);
    return account ? [{ entry, posting, account }] : [];
  });
}
