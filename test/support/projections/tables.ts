// Reads the records of a generation of the projections, for comparisons.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PROJECTION_NAMES } from '../../../functions/domain/projections/projector.ts';
import type { ProjectionName } from '../../../functions/domain/projections/projector.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { fromProjectionItem } from '../../../functions/ledger/projections/items.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { readEngineEndpoint } from '../stack/tables.ts';
import { startLedger } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';

/** The store of those who read what the ledger has written, directly at the engine by default. */
export function openTestStore(
  { tables }: Pick<TestLedger, 'tables'>,
  endpoint = readEngineEndpoint(),
): Store {
  const { ledger, receipts, projections, webhooks } = tables;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const connection = { endpoint, region: 'eu-central-1', credentials };
  const names = { ledgerTable: ledger, receiptsTable: receipts, projectionsTable: projections };
  return openStore({ ...names, webhooksTable: webhooks, shards: 4 }, connection);
}

export interface StoredLedger {
  readonly ledger: TestLedger;
  readonly store: Store;
  stop(): Promise<void>;
}

/** A ledger, and the store with which a test reads what it has written. */
export async function startStoredLedger(): Promise<StoredLedger> {
  const ledger = await startLedger();
  const store = openTestStore(ledger);
  const stop = async () => {
    store.documents.destroy();
    await ledger.stop();
  };
  return { ledger, store, stop };
}

export interface ProjectionTable {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly tenant: string;
}

/** Every record of a projection of the tenant, by its subject, and its list if it is on one. */
export async function readRecords(
  { client, table, tenant }: ProjectionTable,
  projection: ProjectionName,
  generation = 1,
): Promise<Record<string, unknown>> {
  const partition = keys.projections(tenant, { projection, generation });
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const command = new ScanCommand({
      TableName: table,
      FilterExpression: 'begins_with(PK, :partition)',
      ExpressionAttributeValues: { ':partition': partition },
      ExclusiveStartKey: start,
      ConsistentRead: true,
    });
    const page = await client.send(command);
    items.push(...((page.Items ?? []) as Item[]));
    start = page.LastEvaluatedKey;
  } while (start);
  const records = items
    .map((item) => ({ item, list: item.PK.slice(partition.length) }))
    .filter(({ list }) => list === '' || list.startsWith('#'))
    .map(({ item, list }) => [
      `${list}${item.SK}`,
      { ...fromProjectionItem(item), visible: item['visible'] === true },
    ]);
  return Object.fromEntries(records) as Record<string, unknown>;
}

/** As `readRecords`, for all projections. */
export async function readAllRecords(table: ProjectionTable): Promise<Record<string, object>> {
  const all = await Promise.all(
    PROJECTION_NAMES.map(async (name) => [name, await readRecords(table, name)] as const),
  );
  return Object.fromEntries(all);
}
