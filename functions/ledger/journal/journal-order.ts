// Reads a period of the journal in posting order, page by page from all shards at once.
import { buildFirstIdAt, listShardNames } from '../store/ids.ts';
import { fromChainedItem } from './items.ts';
import type { ChainedEntry } from './items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { buildKeyAfter, runQuery } from '../store/merged-lists.ts';
import type { Store } from '../store/store.ts';

/** A range of the journal: journal entry ids, both inclusive. */
export interface JournalRange {
  readonly from: string;
  readonly to: string;
}

/** Entries in one page of a shard. A reader holds two pages per shard in memory. */
export const PAGE_ENTRIES = 250;

/** The range of the entries posted from `from` on and before `before`. */
export function buildJournalRange(from: Date, before: Date): JournalRange {
  return { from: buildFirstIdAt('jrn', from), to: buildFirstIdAt('jrn', before) };
}

/** The rest of a range after one of its entries. */
export function buildRemainingRange({ to }: JournalRange, id: string): JournalRange {
  return { from: buildKeyAfter(id), to };
}

interface JournalBranch {
  readonly pages: AsyncIterator<Item[]>;
  items: Item[];
  isDone: boolean;
}

/**
 * The entries of the range in the order of their identifiers, which is the order of posting. They come
 * in chunks, each of which can be iterated once. Reads are strongly consistent. Holds at most two pages
 * of each shard, and builds an entry only when it is iterated.
 */
export async function* streamJournal(
  store: Store,
  tenant: string,
  run: JournalRange,
): AsyncGenerator<Iterable<ChainedEntry>> {
  const branches = listShardNames(store.shards).map((shard): JournalBranch => {
    const pages = prefetchPages(queryPages(store, keys.journal(tenant, shard), run));
    return { pages, items: [], isDone: false };
  });
  for (;;) {
    await Promise.all(branches.filter(isEmpty).map(refillBranch));
    const chunk = takeOrdered(branches);
    if (chunk.length === 0) return;
    yield fromJournalItems(chunk);
  }
}

function* fromJournalItems(items: readonly Item[]): Generator<ChainedEntry> {
  for (const item of items) yield fromChainedItem(item);
}

function isEmpty({ items, isDone }: JournalBranch): boolean {
  return items.length === 0 && !isDone;
}

async function refillBranch(branch: JournalBranch): Promise<void> {
  while (isEmpty(branch)) {
    const { value, done } = await branch.pages.next();
    if (done) branch.isDone = true;
    else branch.items = value;
  }
}

// No unread item can come before the last key of the branch that has been read least far.
function takeOrdered(branches: readonly JournalBranch[]): Item[] {
  const ends = branches.flatMap(({ items, isDone }) => (isDone ? [] : (items.at(-1)?.SK ?? '')));
  const end = ends.toSorted()[0] ?? '~';
  const taken = branches.flatMap((branch) => {
    const past = branch.items.findIndex(({ SK }) => SK > end);
    return branch.items.splice(0, past === -1 ? branch.items.length : past);
  });
  return taken.sort((a, b) => (a.SK < b.SK ? -1 : 1));
}

/** The same pages; requests the next one while the consumer works on the current one. */
async function* prefetchPages<Page>(pages: AsyncIterator<Page>): AsyncGenerator<Page> {
  let next = pages.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = pages.next();
    // A consumer that stops early never awaits this page: its failure must not go unhandled.
    next.catch(() => undefined);
    yield value;
  }
}

async function* queryPages(
  store: Store,
  partition: string,
  run: JournalRange,
): AsyncGenerator<Item[]> {
  let { from } = run;
  for (;;) {
    const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
      ...buildRangeQuery(store, partition, { ...run, from }),
      Limit: PAGE_ENTRIES,
    });
    yield items;
    const last = items.at(-1)?.SK;
    if (more === undefined || last === undefined) return;
    from = buildKeyAfter(last);
  }
}

/** The first and last entry of a range, and whether it is longer than a page of some shard. */
export interface JournalExtent {
  /** The first and the last entry. */
  readonly first: string;
  readonly last: string;
  readonly isLong: boolean;
}

/** The extent of the range, undefined when it is empty: two requests for each shard. */
export async function readJournalExtent(
  store: Store,
  tenant: string,
  run: JournalRange,
): Promise<JournalExtent | undefined> {
  const ends = await Promise.all(
    listShardNames(store.shards).map(async (shard) => {
      const partition = keys.journal(tenant, shard);
      const head = await runQuery(store, {
        ...buildRangeQuery(store, partition, run),
        ProjectionExpression: 'PK, SK',
        Limit: PAGE_ENTRIES,
      });
      const tail = await runQuery(store, {
        ...buildRangeQuery(store, partition, run),
        ProjectionExpression: 'PK, SK',
        ScanIndexForward: false,
        Limit: 1,
      });
      const [first, last] = [head.Items[0]?.SK, tail.Items[0]?.SK];
      return { keys: [first, last], isLong: head.LastEvaluatedKey !== undefined };
    }),
  );
  const sorted = ends
    .flatMap(({ keys: found }) => found)
    .filter((key) => key !== undefined)
    .sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { first, last, isLong: ends.some(({ isLong }) => isLong) };
}

/** Reads the range of one write shard, strongly consistently. */
export function buildRangeQuery(store: Store, partition: string, { from, to }: JournalRange) {
  return {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
    ConsistentRead: true,
  };
}
