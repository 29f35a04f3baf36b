// The proxy reports which function sent which request, and passes on requests and answers.
import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeteringProxy } from '../../../tools/metering/metering-proxy.ts';
import type { MeteringProxy } from '../../../tools/metering/metering-proxy.ts';
import { startEnforcedService } from '../../../local/iam/enforced-service.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { createTables, readEngineEndpoint } from '../../support/stack/tables.ts';

let proxy: MeteringProxy;
let door: Endpoint;
let table: string;
beforeAll(async () => {
  table = (await createTables()).ledger;
  proxy = await startMeteringProxy(readEngineEndpoint());
  door = await startEnforcedService(proxy.endpoint, () => undefined);
});
afterAll(async () => {
  await door.stop();
  await proxy.stop();
});

function clientOf(accessKeyId: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId, secretAccessKey: 'test' };
  const { endpoint } = door;
  return DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials }),
  );
}

test('each request has its caller and its units', async () => {
  const [writer, reader] = [clientOf('local-create-account'), clientOf('local-get-account')];
  const Key = { PK: `T#acme#${randomUUID()}`, SK: 'A' };
  const name = 'n'.repeat(1_500);

  await writer.send(new PutCommand({ TableName: table, Item: { ...Key, name } }));
  const { Item } = await reader.send(
    new GetCommand({ TableName: table, Key, ConsistentRead: true }),
  );

  expect(Item).toEqual({ ...Key, name });
  const [put, get] = proxy.take();
  expect(put).toMatchObject({ caller: 'local-create-account', operation: 'PutItem' });
  expect(put).toMatchObject({ readUnits: 0, writeUnits: 2 });
  expect(get).toMatchObject({ caller: 'local-get-account', operation: 'GetItem' });
  expect(get).toMatchObject({ readUnits: 1, writeUnits: 0 });
  expect(get?.bytes).toBeGreaterThan((put?.bytes ?? 0) + name.length);
  expect(proxy.take()).toEqual([]);
});
