import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { ensureTables } from '../../../local/engines/tables.ts';
import { readEngineEndpoint } from '../../support/stack/tables.ts';

// As the runner opens the engine.
const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: readEngineEndpoint(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }),
);
afterAll(() => documents.destroy());

const TABLE = `tables-${randomBytes(6).toString('hex')}`;

function buildKeys(...names: readonly string[]): JsonObject[] {
  return names.map((AttributeName, index) => ({
    AttributeName,
    KeyType: index === 0 ? 'HASH' : 'RANGE',
  }));
}

/** A table with an index for each pair of a partition and a sort key. */
function buildTable(...pairs: readonly (readonly [string, string])[]): DeployedResource {
  const names = [...new Set(['PK', 'SK', ...pairs.flat()])];
  const properties = {
    KeySchema: buildKeys('PK', 'SK'),
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: pairs.map(([partition, sort]) => ({
      IndexName: `by-${partition}`,
      KeySchema: buildKeys(partition, sort),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
  };
  return { ref: TABLE, region: 'us-east-1', properties } as unknown as DeployedResource;
}

test('an index that the template adds is created and filled, and the items stay', async () => {
  await ensureTables([buildTable(['state', 'SK'])], readEngineEndpoint());
  const Item = { PK: 'one', SK: 'R', feed: 'F', at: '2026' };
  await documents.send(new PutCommand({ TableName: TABLE, Item }));

  const wanted = buildTable(['state', 'SK'], ['feed', 'at']);
  const [state] = await ensureTables([wanted], readEngineEndpoint());
  const query = new QueryCommand({
    TableName: TABLE,
    IndexName: 'by-feed',
    KeyConditionExpression: 'feed = :feed',
    ExpressionAttributeValues: { ':feed': 'F' },
  });
  const { Items } = await documents.send(query);

  expect(state).toEqual({ name: TABLE, created: false });
  expect(Items).toEqual([Item]);
  await expect(ensureTables([wanted], readEngineEndpoint())).resolves.toEqual([state]);
});

test('a table with an index that the template no longer has, or has otherwise, is refused', async () => {
  for (const changed of [buildTable(), buildTable(['state', 'at'], ['feed', 'at'])]) {
    await expect(ensureTables([changed], readEngineEndpoint())).rejects.toThrow('has other keys');
  }
});
