// The feed of a tenant's receipts in the order of time, from an index of the table. An index follows its
// table within moments, and a receipt commits some time after the time that it states.
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mapInParallel } from '../in-parallel.ts';
import { batchGet } from '../store/batch-get.ts';
import { RECEIPT_INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import type { Key } from '../store/keys.ts';
import { runPages, runQuery } from '../store/merged-lists.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { evidenceKeys } from './keys.ts';

/** The number of concurrent requests: each opens a connection, which has one second to be established. */
const REQUESTS_MAX = 32;

/** A receipt in the feed. */
export interface FeedEntry {
  readonly key: Key;
  readonly at: string;
}

/** Times, both included. */
export interface FeedRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The oldest receipts of the range, at most `limit` of them or all, in the order of time. None is left out
 * between the first and the last, except such with the very time of the last.
 */
export async function listFeed(
  store: Store,
  tenant: string,
  range: FeedRange,
  limit?: number,
): Promise<FeedEntry[]> {
  const partitions = evidenceKeys.feeds(tenant, store.shards);
  const shards = await mapInParallel(partitions, REQUESTS_MAX, (partition) =>
    listShard(store, buildQuery(store, partition, range), limit),
  );
  // Those of all shards are among the first of each.
  return shards
    .flat()
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, limit);
}

/** The number of receipts in the range. Costs a read unit for some forty of them. */
export async function countFeed(store: Store, tenant: string, range: FeedRange): Promise<number> {
  const partitions = evidenceKeys.feeds(tenant, store.shards);
  const counts = await mapInParallel(partitions, REQUESTS_MAX, (partition) =>
    countShard(store, buildQuery(store, partition, range)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The last byte of an identifier names a shard. */
const SHARDS_MAX = 256;

/**
 * The number of shards that the feed of a tenant needs so that none of its receipts is left out: one request for
 * each that may exist. For programs that do not know the setting of the deployment.
 */
export async function countFeedShards(store: Store, tenant: string): Promise<number> {
  const range = { from: '0', to: '9' };
  const partitions = evidenceKeys.feeds(tenant, SHARDS_MAX);
  const hasReceipts = await mapInParallel(partitions, REQUESTS_MAX, async (partition) => {
    const query = { ...buildQuery(store, partition, range), Limit: 1 };
    return (await runQuery(store, query)).Items.length > 0;
  });
  return Math.max(1, hasReceipts.lastIndexOf(true) + 1);
}

/** The receipts, strongly consistent. */
export function readFedReceipts(store: Store, entries: readonly FeedEntry[]): Promise<Item[]> {
  return batchGet(
    store,
    store.receiptsTable,
    entries.map(({ key }) => key),
  );
}

function buildQuery(store: Store, partition: string, { from, to }: FeedRange) {
  const { name, partition: attribute, sort } = RECEIPT_INDEXES.feed;
  return {
    TableName: store.receiptsTable,
    IndexName: name,
    KeyConditionExpression: '#feed = :feed AND #at BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#feed': attribute, '#at': sort },
    ExpressionAttributeValues: { ':feed': partition, ':from': from, ':to': to },
  };
}

type FeedQuery = ReturnType<typeof buildQuery>;

async function listShard(store: Store, query: FeedQuery, limit?: number): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for await (const page of runPages(store, { ...query, Limit: limit })) {
    for (const { PK, SK, at } of page) entries.push({ key: { PK, SK }, at: String(at) });
    if (limit !== undefined && entries.length >= limit) break;
  }
  return entries;
}

async function countShard(store: Store, query: FeedQuery): Promise<number> {
  let sum = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({ ...query, Select: 'COUNT', ExclusiveStartKey: start });
    const page = await callStore(store, (until) => store.documents.send(command, until));
    sum += page.Count ?? 0;
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return sum;
}
