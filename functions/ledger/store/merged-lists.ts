// A tenant's collection is spread over shards. Lists merge the shards in the order of identifiers,
// which is the order of time.
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Index } from './indexes.ts';
import type { Item } from './item.ts';
import type { Store } from './store.ts';
import { callStore } from './store.ts';

/** A range of identifiers, both ends included. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export type ListingOrder = 'oldest first' | 'newest first';

/** The partitions to list, of the table or of an index, those of later states last; their sort keys are identifiers. */
export interface Listing {
  readonly partitions: readonly string[];
  readonly range: KeyRange;
  readonly order: ListingOrder;
  /** Absent for the table itself. */
  readonly index?: Index;
  /** Absent for the table of the ledger. */
  readonly table?: string;
  /**
   * `even`: records spread evenly over the partitions, so each query reads a share and a little more.
   * `any`: all records may be in one partition, so each query reads a whole page, and one round of
   * queries is enough.
   */
  readonly spread: 'even' | 'any';
}

export interface ListedItems {
  readonly items: Item[];
  readonly hasMore: boolean;
}

interface ShardBranch {
  readonly partition: string;
  readonly buffer: Item[];
  range: KeyRange;
  isDone: boolean;
}

/** The message for a cursor outside the list. */
export const INVALID_CURSOR_MESSAGE =
  'The cursor does not belong to this list. Restart without one.';

/** Keeps a function's result below the 6 MB of Lambda; a page may be shorter than its limit. */
export const ANSWER_BYTES_MAX = 3_000_000;
/** At least what a member of an answer takes besides its text: name, quotes, comma; or a number with them. */
const MEMBER_BYTES = 40;
/** The quotes of a name, escaped, with the colon and the comma. */
const NAME_MARKS_BYTES = 6;
const SHORT_NAME = /^\w{1,30}$/;

/** The approximate size of a value in the result of a function, not below its real one. */
export function countAnswerBytes(value: unknown): number {
  if (typeof value === 'string') return countTextBytes(value) + MEMBER_BYTES;
  if (typeof value !== 'object' || value === null) return MEMBER_BYTES;
  const parts = Object.entries(value).map(
    ([name, part]) => countNameBytes(name) + countAnswerBytes(part),
  );
  return parts.reduce((sum, bytes) => sum + bytes, MEMBER_BYTES);
}

// A result is JSON and holds the answer as a text, so each character of the answer is escaped twice: a quote
// takes four bytes, and a control character seven.
function countTextBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(text)));
}

/** What the name of a member takes beyond MEMBER_BYTES: nothing, unless a caller has chosen it. */
function countNameBytes(name: string): number {
  if (SHORT_NAME.test(name)) return 0;
  return Math.max(0, countTextBytes(name) + NAME_MARKS_BYTES - MEMBER_BYTES);
}

/** The first items that fit into one answer, or into what is left of it; at least one. */
export function limitToAnswerSize<Noun>(
  items: readonly Noun[],
  bytesMax = ANSWER_BYTES_MAX,
): Noun[] {
  let bytes = 0;
  return items.filter((item, index) => {
    bytes += countAnswerBytes(item);
    return index === 0 || bytes < bytesMax;
  });
}

/** The start of a range just after the identifier: `!` sorts before all characters of identifiers. */
export function buildKeyAfter(id: string): string {
  return `${id}!`;
}

/** The end of a range just before the identifier, which the range excludes. */
export function buildKeyBefore(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;
}

/** Refuses with invalid_cursor what ends before it starts in the order of the store, which is that of UTF-8. */
export function refuseEmptyRange({ from, to }: KeyRange): void {
  if (Buffer.compare(Buffer.from(from), Buffer.from(to)) <= 0) return;
  throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
}

/** The rest of the range after one of its identifiers in the order: all of it without one. */
export function buildRangeAfter(
  { from, to }: KeyRange,
  order: ListingOrder,
  after: string | undefined,
): KeyRange {
  if (after === undefined) return { from, to };
  return order === 'oldest first'
    ? { from: buildKeyAfter(after), to }
    : { from, to: buildKeyBefore(after) };
}

/**
 * The first `limit` items of the range over all partitions, in the listing's order, each once: of two with one
 * identifier, that of the later partition. Refuses with invalid_cursor.
 */
export async function listMerged(
  store: Store,
  listing: Listing,
  limit: number,
): Promise<ListedItems> {
  const { partitions, range, spread, order } = listing;
  refuseEmptyRange(range);
  const share = Math.ceil(((limit + 1) * 1.5) / partitions.length);
  const pageSize = spread === 'even' ? share : limit + 1;
  const branches = partitions.map((partition): ShardBranch => {
    return { partition, buffer: [], range, isDone: false };
  });
  const items: Item[] = [];
  let bytes = 0;
  while (items.length <= limit && bytes < ANSWER_BYTES_MAX) {
    const empty = branches.filter(({ buffer, isDone }) => buffer.length === 0 && !isDone);
    await Promise.all(empty.map((branch) => refillBranch(store, branch, listing, pageSize)));
    const next = takeFirstItem(branches, order);
    if (!next) break;
    // An index may still show a record in a partition that it has left.
    if (items.at(-1)?.SK === next.SK) continue;
    items.push(next);
    bytes += countAnswerBytes(next);
  }
  // The last item only shows that there are more; it starts the next page.
  const isCut = items.length > limit || bytes >= ANSWER_BYTES_MAX;
  return { items: isCut ? items.slice(0, -1) : items, hasMore: isCut };
}

async function refillBranch(store: Store, branch: ShardBranch, listing: Listing, limit: number) {
  const { index, order, table = store.ledgerTable } = listing;
  const isForward = order === 'oldest first';
  const { Items: items = [], LastEvaluatedKey: more } = await runQuery(store, {
    TableName: table,
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
    // An index is eventually consistent with its table and does not support consistent reads.
    ConsistentRead: index === undefined,
  });
  branch.buffer.push(...items);
  branch.isDone = more === undefined;
  const last = items.at(-1)?.SK;
  if (last === undefined) return;
  branch.range = buildRangeAfter(branch.range, order, last);
}

function takeFirstItem(branches: readonly ShardBranch[], order: ListingOrder): Item | undefined {
  const [first, ...others] = branches.filter(({ buffer }) => buffer.length > 0);
  if (!first) return undefined;
  const keyOf = ({ buffer }: ShardBranch) => buffer[0]?.SK ?? '';
  const isBefore = (a: ShardBranch, b: ShardBranch) =>
    order === 'oldest first' ? keyOf(a) < keyOf(b) : keyOf(a) > keyOf(b);
  return others.reduce((a, b) => (isBefore(a, b) ? a : b), first).buffer.shift();
}

/** Runs one Query; `LastEvaluatedKey` is set if there are more items. */
export async function runQuery(store: Store, input: QueryCommandInput) {
  const command = new QueryCommand(input);
  const answer = await callStore(store, (until) => store.documents.send(command, until));
  return {
    Items: (answer.Items ?? []) as Item[],
    LastEvaluatedKey: answer.LastEvaluatedKey,
  };
}

/** The pages of a Query: one request for each megabyte, or for each `Limit` of items. */
export async function* runPages(store: Store, input: QueryCommandInput): AsyncGenerator<Item[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await runQuery(store, { ...input, ExclusiveStartKey: start });
    yield page.Items;
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** All items of a Query, as runPages reads them. */
export async function runWholeQuery(store: Store, input: QueryCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of runPages(store, input)) items.push(...page);
  return items;
}

interface PartitionRange {
  readonly partition: string;
  readonly after?: string | undefined;
  /** The first sort key after the range; absent: after all keys, which have at most 1,024 bytes. */
  readonly before?: string | undefined;
  /** Oldest first if absent. */
  readonly order?: ListingOrder;
  /** What is left of an answer that other items are in already; ANSWER_BYTES_MAX if absent. */
  readonly bytesMax?: number;
}

/**
 * Items of one partition by their sort keys, and whether there are more: one request. They have at most
 * `bytesMax` bytes, or are one item. Refuses with invalid_cursor.
 */
export async function listPartition(
  store: Store,
  { partition, after, before, order = 'oldest first', bytesMax }: PartitionRange,
  limit: number,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const range = { from: after ?? '\u0001', to: before ?? '\u{10FFFF}'.repeat(256) };
  refuseEmptyRange(range);
  const { Items: found, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':partition': partition, ':from': range.from, ':to': range.to },
    ScanIndexForward: order === 'oldest first',
    // BETWEEN may return the item at `after` again, and one more item shows whether there are others.
    Limit: limit + 2,
    ConsistentRead: true,
  });
  const items = found.filter(({ SK }) => SK !== after && SK !== before);
  const page = limitToAnswerSize(items.slice(0, limit), bytesMax);
  return { items: page, hasMore: items.length > page.length || more !== undefined };
}
