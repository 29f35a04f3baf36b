// Creates the template's DynamoDB tables in the engine; a later start uses the existing ones.
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { CreateTableCommandInput, TableDescription } from '@aws-sdk/client-dynamodb';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import { addMissingIndexes, omitMissingIndexes } from './added-indexes.ts';

export const TABLE_TYPES = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];

export interface TableState {
  readonly name: string;
  readonly created: boolean;
}

export async function ensureTables(
  tables: DeployedResource[],
  endpoint: string,
): Promise<TableState[]> {
  const region = tables[0]?.region ?? 'us-east-1';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  try {
    return await Promise.all(tables.map((table) => ensureTable(client, table)));
  } finally {
    client.destroy();
  }
}

async function ensureTable(client: DynamoDBClient, table: DeployedResource): Promise<TableState> {
  const wanted = buildTableInput(table);
  const name = table.ref;
  const existing = await describeTable(client, name);
  if (existing) {
    refuseDifferentSchema(omitMissingIndexes(wanted, existing), existing);
    await addMissingIndexes(client, wanted, existing);
    return { name, created: false };
  }
  await client.send(new CreateTableCommand(wanted));
  const { TimeToLiveSpecification: expiry } = table.properties;
  if (isObject(expiry) && expiry.Enabled === true) {
    const TimeToLiveSpecification = {
      Enabled: true,
      AttributeName: String(expiry.AttributeName),
    };
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  }
  return { name, created: true };
}

async function describeTable(client: DynamoDBClient, name: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

// The properties in the template have the names of the API. Capacity, encryption, backups and replicas
// have no meaning for an engine on one machine.
function buildTableInput({ ref, properties }: DeployedResource): CreateTableCommandInput {
  const stream = properties.StreamSpecification;
  const indexes = {
    GlobalSecondaryIndexes: buildIndexes(properties.GlobalSecondaryIndexes),
    LocalSecondaryIndexes: buildIndexes(properties.LocalSecondaryIndexes),
  };
  return {
    TableName: ref,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema as CreateTableCommandInput['KeySchema'],
    AttributeDefinitions:
      properties.AttributeDefinitions as CreateTableCommandInput['AttributeDefinitions'],
    ...(indexes as Pick<CreateTableCommandInput, keyof typeof indexes>),
    StreamSpecification: isObject(stream)
      ? ({ ...stream, StreamEnabled: true } as CreateTableCommandInput['StreamSpecification'])
      : undefined,
  };
}

function buildIndexes(indexes: unknown) {
  if (!Array.isArray(indexes) || indexes.length === 0) return undefined;
  return indexes.filter(isObject).map(({ IndexName, KeySchema, Projection }) => {
    return { IndexName, KeySchema, Projection };
  });
}

function refuseDifferentSchema(wanted: CreateTableCommandInput, existing: TableDescription) {
  if (describeSchema(wanted) === describeSchema(existing)) return;
  throw new Error(
    `The table ${wanted.TableName} in the data folder has other keys, indexes or streams than ` +
      'the template now says. Start again with --fresh, or move the data folder away.',
  );
}

function describeSchema(table: CreateTableCommandInput | TableDescription): string {
  const { KeySchema, AttributeDefinitions, StreamSpecification } = table;
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  return JSON.stringify([
    describeKeys(KeySchema),
    (AttributeDefinitions ?? [])
      .map(({ AttributeName: name, AttributeType: type }) => `${name}:${type}`)
      .sort(),
    indexes.map((index) => `${index.IndexName}(${describeKeys(index.KeySchema)})`).sort(),
    StreamSpecification?.StreamViewType ?? '',
  ]);
}

function describeKeys(schema: TableDescription['KeySchema']): string {
  return (schema ?? []).map(({ AttributeName: name, KeyType: type }) => `${name}:${type}`).join();
}
