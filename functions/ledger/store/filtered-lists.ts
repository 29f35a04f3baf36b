// Lists by what no key says: each partition is read on for a bounded number of items, once, and the
// page ends where all of them have been read. It may be short and still have a next one.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Item } from '../journal/items.ts';
import { toPage } from '../journal/reads.ts';
import type { Page } from '../journal/reads.ts';
import { INVALID_CURSOR_MESSAGE, limitToAnswerSize, runQuery } from './merged-lists.ts';
import type { Listing } from './merged-lists.ts';
import type { Store } from './store.ts';

/** How many items one page reads on, over all its partitions. */
export const READ_AHEAD_MAX = 1_000;

type AttributeFilter = Readonly<Record<string, string>>;

/** Newest first: one query of each partition. */
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
  // What is older than where a partition was left might have something newer before it there.
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
