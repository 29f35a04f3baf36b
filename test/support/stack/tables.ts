import { randomBytes } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import type {
  CreateTableCommandInput,
  KeySchemaElement,
  ProjectionType,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import {
  INDEXES,
  RECEIPT_INDEXES,
  WEBHOOK_INDEXES,
} from '../../../functions/ledger/store/indexes.ts';
import type { Index } from '../../../functions/ledger/store/indexes.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';

export const readEngineEndpoint = (): string => process.env['TEST_ENGINE_ENDPOINT'] ?? '';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** A client of the engine itself, without any proxy. */
export function openDirectClient(endpoint = readEngineEndpoint()): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials,
  });
  // The middleware copies every answer for a logger, which this client does not have.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    unmarshallOptions: { wrapNumbers: (digits: string) => BigInt(digits) },
  });
}

export interface TestTables {
  readonly ledger: string;
  readonly receipts: string;
  readonly projections: string;
  readonly webhooks: string;
}

/** Creates tables for the ledger, the receipts, the projections and the webhooks, by default under new names. */
export async function createTables(suffix = randomBytes(6).toString('hex')): Promise<TestTables> {
  const names = {
    ledger: `ledger-${suffix}`,
    receipts: `receipts-${suffix}`,
    projections: `projections-${suffix}`,
    webhooks: `webhooks-${suffix}`,
  };
  const client = openDirectClient();
  await client.send(new CreateTableCommand(buildTable(names.ledger, Object.values(INDEXES))));
  await client.send(
    new CreateTableCommand(buildTable(names.receipts, Object.values(RECEIPT_INDEXES), 'KEYS_ONLY')),
  );
  await client.send(new CreateTableCommand(buildTable(names.projections, [])));
  await client.send(
    new CreateTableCommand(buildTable(names.webhooks, Object.values(WEBHOOK_INDEXES))),
  );
  client.destroy();
  return names;
}

/** Creates a table without indexes; its name starts with the prefix. */
export async function createPlainTable(prefix: string): Promise<string> {
  const name = `${prefix}-${randomBytes(6).toString('hex')}`;
  const client = openDirectClient();
  await client.send(new CreateTableCommand(buildTable(name, [])));
  client.destroy();
  return name;
}

export async function deleteTables(tables: Readonly<Record<string, string>>): Promise<void> {
  const client = openDirectClient();
  for (const name of Object.values(tables)) {
    await client.send(new DeleteTableCommand({ TableName: name }));
  }
  client.destroy();
}

function buildTable(
  name: string,
  indexes: readonly Index[],
  projection: ProjectionType = 'ALL',
): CreateTableCommandInput {
  const keyed = indexes.flatMap(({ partition, sort }) => [partition, sort]);
  const attributes = [...new Set(['PK', 'SK', ...keyed])];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: buildKeySchema('PK'),
    AttributeDefinitions: attributes.map((attribute) => {
      return { AttributeName: attribute, AttributeType: 'S' };
    }),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: buildKeySchema(index.partition, index.sort),
        Projection: { ProjectionType: projection },
      })),
    }),
  };
}

function buildKeySchema(partition: string, sort = 'SK'): KeySchemaElement[] {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
}

/** Reads every item of a table. */
export async function readAllItems(
  table: string,
  endpoint = readEngineEndpoint(),
): Promise<Item[]> {
  const client = openDirectClient(endpoint);
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: table, ExclusiveStartKey: start, ConsistentRead: true }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return items;
}

/** Finds the only table of an engine whose name contains `part`. */
export async function findTable(part: string, endpoint: string): Promise<string> {
  const client = openDirectClient(endpoint);
  const { TableNames: names = [] } = await client.send(new ListTablesCommand({}));
  client.destroy();
  const found = names.filter((name) => name.toLowerCase().includes(part));
  if (found.length !== 1)
    throw new Error(`There is not exactly one table named ${part}: ${names.join(', ')}`);
  return String(found[0]);
}
