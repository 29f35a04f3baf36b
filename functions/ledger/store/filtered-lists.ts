// Lists with filters that no key covers. Each page reads every partition once, for a bounded number of
// items, and ends where all partitions have been read. It may be short and still have a next page.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Item } from './item.ts';
import { toPage } from './pages.ts';
import type { Page } from './pages.ts';
import { INVALID_CURSOR_MESSAGE, limitToAnswerSize, runQuery } from './merged-lists.ts';
import type { Listing } from './merged-lists.ts';
import type { Store } from './store.ts';

/** The number of items that one page reads at most where it filters, over all its partitions. */
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
  const { found, end } = mergeNewestFirst(branches, ({ SK }) => SK);
  const page = limitToAnswerSize(found.slice(0, limit));
  const next = page.length < found.length ? page.at(-1)?.SK : end;
  return toPage(page, next !== undefined, next);
}

/** A part of a list, read up to the position `end`, or to its own end without it. */
export interface ReadBranch<Noun> {
  readonly items: readonly Noun[];
  readonly end?: string | undefined;
}

/**
 * What the branches show together, newest first, and the position up to which all of them were read if
 * there may be more. What several show at one position is one record, as the last of them has it. A branch that stopped early may have unread items newer than the older ones of the
 * others, so the merge ends where the first branch stopped.
 */
export function mergeNewestFirst<Noun>(
  branches: readonly ReadBranch<Noun>[],
  positionOf: (noun: Noun) => string,
): MergedBranches<Noun> {
  return mergeBranches(branches, positionOf, 'newest first');
}

export interface MergedBranches<Noun> {
  readonly found: readonly Noun[];
  readonly end: string | undefined;
}

/** The same in either order. */
export function mergeBranches<Noun>(
  branches: readonly ReadBranch<Noun>[],
  positionOf: (noun: Noun) => string,
  order: Listing['order'],
): MergedBranches<Noun> {
  const isBefore = (one: string, other: string) =>
    order === 'newest first' ? one > other : one < other;
  const [end] = branches
    .flatMap((branch) => branch.end ?? [])
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  const nouns = branches.flatMap(({ items }) => items);
  // An index may still show a record in a partition that it has left.
  const distinct = [...new Map(nouns.map((noun) => [positionOf(noun), noun])).values()];
  const found = distinct
    .filter((noun) => end === undefined || !isBefore(end, positionOf(noun)))
    .toSorted((one, other) => (isBefore(positionOf(one), positionOf(other)) ? -1 : 1));
  return { found, end };
}

async function readFilteredPages(
  store: Store,
  listing: Listing,
  sought: AttributeFilter,
  partition: string,
): Promise<ReadBranch<Item>> {
  const { index, range, partitions, table = store.ledgerTable } = listing;
  const names = Object.keys(sought);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: table,
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: '#partition = :partition AND SK BETWEEN :from AND :to',
    FilterExpression: names.map((name) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: {
      '#partition': index?.partition ?? 'PK',
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
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
