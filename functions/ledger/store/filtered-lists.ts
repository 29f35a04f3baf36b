// Lists with filters that no key covers. Each page reads every partition once, for a bounded number of
// items, and ends where all partitions have been read. It may be short and still have a next page.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Item } from './item.ts';
import { toPage } from './pages.ts';
import type { Page } from './pages.ts';
import { INVALID_CURSOR_MESSAGE, limitToAnswerSize, runQuery } from './merged-lists.ts';
import type { Listing } from './merged-lists.ts';
import type { Store } from './store.ts';

/** The number of items that one page reads, over all its partitions. */
export const READ_AHEAD_MAX = 1_000;

type AttributeFilter = Readonly<Record<string, string>>;

/** A page of matching items, newest first: one query per partition. Refuses with invalid_cursor. */
export async function listFiltered(
  store: Store,
  listing: Listing,
  sought: AttributeFilter,
  limit: number,
): Promise<Page<Item>> {
  const { partitions, range } = listing;
  if (range.from > range.to) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const branches = await Promise.all(
    partitions.map((partition) => readFilteredPages(store, listing, sought, partition)),
  );
  // A partition that stopped early may hold unread items newer than the older matches of the others, so
  // the page ends where the first partition stopped.
  const ends = branches.flatMap(({ end }) => end ?? []);
  const end = ends.toSorted().at(-1);
  const found = branches
    .flatMap(({ items }) => items)
    .filter(({ SK }) => end === undefined || SK >= end)
    .toSorted((a, b) => (a.SK > b.SK ? -1 : 1));
  const page = limitToAnswerSize(found.slice(0, limit));
  if (page.length < found.length) return toPage(page, true, page.at(-1)?.SK);
  return toPage(page, end !== undefined, end);
}

async function readFilteredPages(
  store: Store,
  listing: Listing,
  sought: AttributeFilter,
  partition: string,
) {
  const { index, range, partitions } = listing;
  const names = Object.keys(sought);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: '#partition = :partition AND SK BETWEEN :from AND :to',
    FilterExpression: names.map((name) => `${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: { '#partition': index?.partition ?? 'PK' },
    ExpressionAttributeValues: {
      ':partition': partition,
      ':from': range.from,
      ':to': range.to,
      ...Object.fromEntries(names.map((name) => [`:${name}`, sought[name]])),
    },
    Limit: Math.floor(READ_AHEAD_MAX / partitions.length),
    ScanIndexForward: false,
    ConsistentRead: index === undefined,
  });
  return { items, end: more?.['SK'] as string | undefined };
}
