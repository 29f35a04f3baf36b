// A tenant's collection is spread over shards; lists merge them by identifier, which is by time.
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '../domain/refusals.ts';
import type { Item } from './items.ts';
import type { Store } from './store.ts';
import { attempt } from './store.ts';

export interface Range {
  /** Identifiers above this one only; with `isFromIncluded` also this one. */
  readonly from: string;
  readonly isFromIncluded: boolean;
  /** Identifiers below this one only. */
  readonly to: string;
}

export interface Listed {
  readonly items: Item[];
  readonly hasMore: boolean;
}

interface Branch {
  readonly partition: string;
  readonly buffer: Item[];
  from: string;
  isFromIncluded: boolean;
  isDone: boolean;
}

/** The sentence of a cursor that leads out of its list. */
export const BEYOND = 'The cursor leads out of its list. Begin again without it.';

/** An answer ends before the 6 MB that a function may answer; a page may be shorter than asked. */
const ANSWER_BYTES_MAX = 3_000_000;
/** About what a member takes in an answer beside its text: its name, quotes, a comma. */
const MEMBER_BYTES = 40;

function answerBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + MEMBER_BYTES;
  if (typeof value !== 'object' || value === null) return MEMBER_BYTES;
  return Object.values(value).reduce((sum: number, part) => sum + answerBytes(part), 0);
}

/** The first `limit` items of the range over all partitions, in the order of their sort keys. */
export async function listMerged(
  store: Store,
  partitions: readonly string[],
  range: Range,
  limit: number,
): Promise<Listed> {
  if (range.from > range.to) throw new Refusal('invalid_cursor', BEYOND);
  const pageSize = Math.ceil(((limit + 1) * 1.5) / partitions.length);
  const { from, isFromIncluded } = range;
  const branches = partitions.map((partition): Branch => {
    return { partition, buffer: [], from, isFromIncluded, isDone: false };
  });
  const items: Item[] = [];
  let bytes = 0;
  while (items.length <= limit && bytes < ANSWER_BYTES_MAX) {
    const empty = branches.filter(({ buffer, isDone }) => buffer.length === 0 && !isDone);
    await Promise.all(empty.map((branch) => refill(store, branch, range.to, pageSize)));
    const next = lowest(branches);
    if (!next) break;
    items.push(next);
    bytes += answerBytes(next);
  }
  // The last one was read to know that there is more; it opens the next page.
  const isCut = items.length > limit || bytes >= ANSWER_BYTES_MAX;
  return { items: isCut ? items.slice(0, -1) : items, hasMore: isCut };
}

async function refill(store: Store, branch: Branch, to: string, limit: number): Promise<void> {
  const { Items: items = [], LastEvaluatedKey: more } = await query(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': branch.partition,
      // BETWEEN includes both ends; a character that no identifier holds puts an end just past it.
      ':from': branch.isFromIncluded ? branch.from : `${branch.from}!`,
      ':to': to,
    },
    Limit: limit,
    ConsistentRead: true,
  });
  branch.buffer.push(...items);
  branch.isDone = more === undefined;
  branch.from = items.at(-1)?.SK ?? branch.from;
  branch.isFromIncluded = false;
}

function lowest(branches: readonly Branch[]): Item | undefined {
  const filled = branches.filter(({ buffer }) => buffer.length > 0);
  const [first, ...others] = filled;
  if (!first) return undefined;
  const keyOf = ({ buffer }: Branch) => buffer[0]?.SK ?? '';
  return others.reduce((a, b) => (keyOf(b) < keyOf(a) ? b : a), first).buffer.shift();
}

/** One Query, its items and whether there are more. */
export async function query(store: Store, input: QueryCommandInput) {
  const command = new QueryCommand(input);
  const answer = await attempt(store, (until) => store.documents.send(command, until));
  return {
    Items: (answer.Items ?? []) as Item[],
    LastEvaluatedKey: answer.LastEvaluatedKey,
  };
}
