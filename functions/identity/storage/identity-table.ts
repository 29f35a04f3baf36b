// The identity table: every read is strongly consistent and there is no index, because an index
// answers with the past, and the past is where revoked tokens are still good.
import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildTimeBudget } from '../../runtime/time-budget.ts';

export interface IdentityTable {
  readonly documents: DynamoDBDocumentClient;
  readonly name: string;
}

export interface IdentityKey {
  readonly PK: string;
  readonly SK: string;
}

export type IdentityItem = Record<string, unknown>;

// The sort key of an item that is alone in its partition.
const SOLE_SORT_KEY = '-';

export const identityKeys = {
  /** Codes, tokens and sessions: a value that opens something is kept as its hash only. */
  artifact: (model: string, id: string): IdentityKey => ({
    PK: `${model}#${digestId(id)}`,
    SK: SOLE_SORT_KEY,
  }),
  attempts: (kind: 'account' | 'address', name: string): IdentityKey => ({
    PK: `Attempts#${kind}#${digestId(name)}`,
    SK: SOLE_SORT_KEY,
  }),
  operator: (id: string): IdentityKey => ({ PK: `Operator#${id}`, SK: SOLE_SORT_KEY }),
  client: (id: string): IdentityKey => ({ PK: `Client#${id}`, SK: SOLE_SORT_KEY }),
  /** What the administrator lists: tenants, clients, and the operators of a tenant by name. */
  tenantEntry: (tenant: string): IdentityKey => ({ PK: 'Tenants', SK: tenant }),
  clientEntry: (client: string): IdentityKey => ({ PK: 'Clients', SK: client }),
  operatorEntry: (tenant: string, name: string): IdentityKey => ({
    PK: `Operators#${tenant}`,
    SK: name,
  }),
  audit: (tenant: string, at: string, id: string): IdentityKey => ({
    PK: `Audit#${tenant}`,
    SK: `${at}#${id}`,
  }),
};

// Everything hashed here is random and long, or a counter's name: a plain hash is enough.
function digestId(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

export function openIdentityTable(
  name: string,
  configuration: DynamoDBClientConfig = {},
): IdentityTable {
  const client = new DynamoDBClient({
    ...configuration,
    ...buildTimeBudget({ attempts: 3, milliseconds: 3_000 }),
  });
  client.middlewareStack.remove('loggerMiddleware');
  const marshallOptions = { removeUndefinedValues: true };
  return { documents: DynamoDBDocumentClient.from(client, { marshallOptions }), name };
}

export async function readItem(
  table: IdentityTable,
  key: IdentityKey,
): Promise<IdentityItem | undefined> {
  const { Item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** All items of a partition, in the order of their sort keys. */
export async function readPartition(
  table: IdentityTable,
  partition: string,
): Promise<IdentityItem[]> {
  const items: IdentityItem[] = [];
  let start: IdentityItem | undefined;
  do {
    const page = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': partition },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
