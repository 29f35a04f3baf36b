// Reads of whole tables, for the verification only: no operation may scan. Every read is strongly
// consistent, so that a difference is in the ledger and not caused by a stale read.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from './batch-get.ts';
import type { Item } from './item.ts';
import { keys } from './keys.ts';
import type { Key } from './keys.ts';
import { runQuery } from './merged-lists.ts';
import { callStore } from './store.ts';
import type { Store } from './store.ts';

export interface TableSegment {
  readonly table: string;
  /** Limits the scan to one tenant; the store still reads the items of others, and filters them out. */
  readonly tenant: string | undefined;
  readonly number: number;
  /** The number of segments. */
  readonly of: number;
  /** Continues after the item with this key, which is in the segment. */
  readonly after?: Key | undefined;
}

/** The pages of one segment of a table, each of at most a megabyte. */
export async function* scanSegment(store: Store, segment: TableSegment): AsyncGenerator<Item[]> {
  const { table, tenant, number, of, after } = segment;
  let start: Record<string, unknown> | undefined = after && { PK: after.PK, SK: after.SK };
  do {
    const command = new ScanCommand({
      TableName: table,
      Segment: number,
      TotalSegments: of,
      ConsistentRead: true,
      ExclusiveStartKey: start,
      ...(tenant !== undefined && {
        FilterExpression: 'begins_with(PK, :tenant)',
        ExpressionAttributeValues: { ':tenant': keys.tenant(tenant) },
      }),
    });
    const page = await callStore(store, (until) => store.documents.send(command, until));
    yield (page.Items ?? []) as Item[];
    start = page.LastEvaluatedKey;
  } while (start);
}

/** The pages of a partition of the ledger in the order of its sort keys, after the given one. */
export async function* readPartition(
  store: Store,
  partition: string,
  after: string,
): AsyncGenerator<Item[]> {
  let last: string | undefined = after;
  while (last !== undefined) {
    const page: Awaited<ReturnType<typeof runQuery>> = await runQuery(store, {
      TableName: store.ledgerTable,
      KeyConditionExpression: 'PK = :partition AND SK > :after',
      ExpressionAttributeValues: { ':partition': partition, ':after': last },
      ConsistentRead: true,
    });
    yield page.Items;
    last = page.LastEvaluatedKey && page.Items.at(-1)?.SK;
  }
}

/** The last record of a partition whose sort key is below `end`, if there is one. */
export async function readLastBefore(
  store: Store,
  partition: string,
  end: string,
): Promise<Item | undefined> {
  const { Items: items } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK < :end',
    ExpressionAttributeValues: { ':partition': partition, ':end': end },
    Limit: 1,
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  return items[0];
}

/** One record of the ledger, or of another table, of any tenant. */
export function readRecord(
  store: Store,
  { PK, SK }: Key,
  table = store.ledgerTable,
): Promise<Item | undefined> {
  return getItem({ store }, { PK, SK }, table);
}
