// Adds the indexes that a newer template has to a table from an earlier start, as a deployment does: the
// engine fills them from the table.
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type {
  CreateTableCommandInput,
  DynamoDBClient,
  TableDescription,
} from '@aws-sdk/client-dynamodb';

const POLL_INTERVAL_MS = 50;

/** The wanted table without the indexes that the existing one lacks. */
export function omitMissingIndexes(
  wanted: CreateTableCommandInput,
  existing: TableDescription,
): CreateTableCommandInput {
  const missing = listMissingIndexes(wanted, existing);
  const indexes = (wanted.GlobalSecondaryIndexes ?? []).filter((one) => !missing.includes(one));
  const keys = [wanted, ...indexes, ...(wanted.LocalSecondaryIndexes ?? [])].flatMap(
    ({ KeySchema }) => KeySchema ?? [],
  );
  const used = new Set(keys.map(({ AttributeName }) => AttributeName));
  return {
    ...wanted,
    GlobalSecondaryIndexes: indexes,
    AttributeDefinitions: (wanted.AttributeDefinitions ?? []).filter(({ AttributeName }) =>
      used.has(AttributeName),
    ),
  };
}

/** Creates the missing indexes, one after the other, as DynamoDB requires. */
export async function addMissingIndexes(
  client: DynamoDBClient,
  wanted: CreateTableCommandInput,
  existing: TableDescription,
): Promise<void> {
  const { TableName, AttributeDefinitions } = wanted;
  for (const { IndexName, KeySchema, Projection } of listMissingIndexes(wanted, existing)) {
    const Create = { IndexName, KeySchema, Projection };
    const input = { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] };
    await client.send(new UpdateTableCommand(input));
    while (await isIndexUnderWay(client, TableName)) await sleep(POLL_INTERVAL_MS);
  }
}

function listMissingIndexes(wanted: CreateTableCommandInput, existing: TableDescription) {
  const known = new Set((existing.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName));
  return (wanted.GlobalSecondaryIndexes ?? []).filter(({ IndexName }) => !known.has(IndexName));
}

async function isIndexUnderWay(client: DynamoDBClient, TableName: string | undefined) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const indexes = Table?.GlobalSecondaryIndexes ?? [];
  return indexes.some(({ IndexStatus: status = 'ACTIVE' }) => status !== 'ACTIVE');
}
