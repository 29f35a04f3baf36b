// What the general ledger lacks at the start of the journal: a stage from before this projection has
// entries that no stream brings any more, until the projection is rebuilt once.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import type { Session } from '../commit/session.ts';
import { listShardNames, readIdTime } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { runQuery } from '../store/merged-lists.ts';
import { callStore } from '../store/store.ts';
import { buildRowKey, fromRowItem } from './general-ledger-items.ts';
import type { EntrySpans } from './general-ledger-items.ts';
import { requireProjectionsTable } from './items.ts';
import { readActiveGeneration } from './reads.ts';

/** The entries that the served generation includes: at most two requests. */
export async function readEntrySpans({ store, tenant }: Session): Promise<EntrySpans> {
  const { generation } = await readActiveGeneration(store, 'general_ledger');
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: buildRowKey({ tenant, generation }, LEDGER_HEAD),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item ? (fromRowItem(item as Item).spans ?? {}) : {};
}

/**
 * The time of the first journal entry that is missing at the start, in milliseconds; Infinity if none
 * is: one request for each write shard.
 */
export async function readOldestMissing(session: Session, spans: EntrySpans): Promise<number> {
  const shards = listShardNames(session.store.shards);
  const firsts = await Promise.all(shards.map((shard) => readFirstEntry(session, shard)));
  const missing = firsts.filter((id, index) => {
    const [included] = spans[shards[index] ?? ''] ?? [];
    return id !== undefined && (included === undefined || id < included);
  });
  const times = missing.flatMap((id) => (id === undefined ? [] : readIdTime(id)));
  return Math.min(Number.POSITIVE_INFINITY, ...times);
}

async function readFirstEntry(
  { store, tenant }: Session,
  shard: string,
): Promise<string | undefined> {
  const { Items: items } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND begins_with(SK, :journal)',
    ExpressionAttributeValues: { ':partition': keys.journal(tenant, shard), ':journal': 'jrn_' },
    Limit: 1,
    ConsistentRead: true,
  });
  return items[0]?.SK;
}
