// A tenant's collection is spread over shards; lists merge them by identifier, which is by time.
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Index } from './indexes.ts';
import type { Item } from './items.ts';
import type { Store } from './store.ts';
import { attempt } from './store.ts';

/** Identifiers from one to another, both included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** What to list: partitions of the table or of an index, whose sort keys are identifiers. */
export interface Listing {
  readonly partitions: readonly string[];
  readonly range: Range;
  readonly order: 'oldest first' | 'newest first';
  /** Absent: the table itself. */
  readonly index?: Index;
  /**
   * The records of a collection fall on its partitions evenly, so each gives its share and a little
   * more. Where they may all lie in one, each gives a whole page, and one query of each is enough.
   */
  readonly spread: 'even' | 'any';
}

export interface Listed {
  readonly items: Item[];
  readonly hasMore: boolean;
}

interface Branch {
  readonly partition: string;
  readonly buffer: Item[];
  range: Range;
  isDone: boolean;
}

/** The end of a range just past the identifier: a character that none holds, sorting before all. */
export function justAfter(id: string): string {
  return `${id}!`;
}

/** The end of a range just before the identifier, which itself is not included. */
export function justBefore(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;
}

/** The first `limit` items of the range over all partitions, in the order asked for. */
export async function listMerged(store: Store, listing: Listing, limit: number): Promise<Listed> {
  const { partitions, range, spread, order } = listing;
  const share = Math.ceil(((limit + 1) * 1.5) / partitions.length);
  const pageSize = spread === 'even' ? share : limit + 1;
  const branches = partitions.map((partition): Branch => {
    return { partition, buffer: [], range, isDone: false };
  });
  const items: Item[] = [];
  while (items.length <= limit) {
    const empty = branches.filter(({ buffer, isDone }) => buffer.length === 0 && !isDone);
    await Promise.all(empty.map((branch) => refill(store, branch, listing, pageSize)));
    const next = takeFirst(branches, order);
    if (!next) break;
    items.push(next);
  }
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

async function refill(store: Store, branch: Branch, listing: Listing, limit: number) {
  const { index, order } = listing;
  const isForward = order === 'oldest first';
  const { Items: items = [], LastEvaluatedKey: more } = await query(store, {
    TableName: store.ledgerTable,
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: '#partition = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#partition': index?.partition ?? 'PK' },
    ExpressionAttributeValues: {
      ':partition': branch.partition,
      ':from': branch.range.from,
      ':to': branch.range.to,
    },
    Limit: limit,
    ScanIndexForward: isForward,
    // An index follows its table within moments and cannot be read consistently.
    ConsistentRead: index === undefined,
  });
  branch.buffer.push(...items);
  branch.isDone = more === undefined;
  const last = items.at(-1)?.SK;
  if (last === undefined) return;
  const { from, to } = branch.range;
  branch.range = isForward ? { from: justAfter(last), to } : { from, to: justBefore(last) };
}

function takeFirst(branches: readonly Branch[], order: Listing['order']): Item | undefined {
  const filled = branches.filter(({ buffer }) => buffer.length > 0);
  const [first, ...others] = filled;
  if (!first) return undefined;
  const keyOf = ({ buffer }: Branch) => buffer[0]?.SK ?? '';
  const isBefore = (a: Branch, b: Branch) =>
    order === 'oldest first' ? keyOf(a) < keyOf(b) : keyOf(a) > keyOf(b);
  return others.reduce((a, b) => (isBefore(b, a) ? b : a), first).buffer.shift();
}

/** One Query, its items and whether there are more. */
export async function query(store: Store, input: QueryCommandInput) {
  const answer = await attempt(() => store.documents.send(new QueryCommand(input)));
  return {
    Items: (answer.Items ?? []) as Item[],
    LastEvaluatedKey: answer.LastEvaluatedKey,
  };
}
