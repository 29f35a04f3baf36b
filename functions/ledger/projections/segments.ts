// The reads and writes of a rebuild besides the records themselves: pages of receipts, the checkpoint
// of each segment, and the deletion of older generations.
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../store/batch-write.ts';
import type { Item } from '../store/item.ts';
import { buildSegmentKey } from './generations.ts';
import type { ProjectionGeneration, Key } from '../store/keys.ts';
import { requireProjectionsTable } from './items.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import { callStore, isConditionMet } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** The checkpoint of a rebuild in one segment of the receipts. */
export interface SegmentState {
  /** The key after which the next page starts. */
  readonly next?: Key;
  readonly isDone: boolean;
  readonly receipts: number;
  /** Events that could not be applied. */
  readonly failed: readonly string[];
}

const UNREAD_SEGMENT: SegmentState = { isDone: false, receipts: 0, failed: [] };

export interface ScannedPage {
  readonly items: readonly Item[];
  readonly next?: Key;
}

/** A page of a segment of a table, strongly consistent; `next` is absent on the last. */
export async function scanPage(
  store: Store,
  table: string,
  { segment, of, start }: { segment: number; of: number; start?: Key | undefined },
): Promise<ScannedPage> {
  const command = new ScanCommand({
    TableName: table,
    Segment: segment,
    TotalSegments: of,
    ExclusiveStartKey: start,
    ConsistentRead: true,
  });
  const page = await callStore(store, (until) => store.documents.send(command, until));
  const next = page.LastEvaluatedKey as Key | undefined;
  return { items: (page.Items ?? []) as Item[], ...(next && { next }) };
}

export async function readSegment(store: Store, key: Key): Promise<SegmentState> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: { PK: key.PK, SK: key.SK },
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item ? (JSON.parse(item['segment'] as string) as SegmentState) : UNREAD_SEGMENT;
}

/**
 * Replaces the checkpoint `seen` by `next`. Returns false if another worker has changed it, so that its
 * progress is not lost.
 */
export async function writeSegment(
  store: Store,
  key: Key,
  { seen, next }: Readonly<Record<'seen' | 'next', SegmentState>>,
): Promise<boolean> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: { ...key, segment: JSON.stringify(next) },
    ...(seen === UNREAD_SEGMENT
      ? { ConditionExpression: 'attribute_not_exists(PK)' }
      : {
          // The name is a reserved word.
          ConditionExpression: '#segment = :seen',
          ExpressionAttributeNames: { '#segment': 'segment' },
          ExpressionAttributeValues: { ':seen': JSON.stringify(seen) },
        }),
  });
  return isConditionMet(callStore(store, (until) => store.documents.send(command, until)));
}

/** The checkpoints of all segments that a rebuild of the generation has started, with their keys. */
export async function readSegments(
  store: Store,
  generation: ProjectionGeneration,
): Promise<readonly { readonly key: Key; readonly state: SegmentState }[]> {
  const { PK, SK } = buildSegmentKey(generation, 0);
  const items = await runWholeQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :partition AND begins_with(SK, :generation)',
    ExpressionAttributeValues: { ':partition': PK, ':generation': SK.replace(/\d+$/, '') },
    ConsistentRead: true,
  });
  return items.map((item) => ({
    key: { PK: item.PK, SK: item.SK },
    state: JSON.parse(item['segment'] as string) as SegmentState,
  }));
}

/** Deletes the items, one request after the other, until the store has taken all. */
export async function deleteItems(store: Store, all: readonly Key[]): Promise<void> {
  const deletes = all.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
  await batchWrite(store, requireProjectionsTable(store), deletes, { requestsMax: 1 });
}
