// The template's event source mappings, between a real stream and real functions.
import { afterAll, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { startFixture, table, temporaryFolder } from '../fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

// Returns its records; a record that says `bad` fails the call, or is reported by it.
const SOURCE = `
import { appendFileSync } from 'node:fs';
export const handler = async ({ Records }) => {
  const items = Records.map(({ dynamodb }) => dynamodb.NewImage);
  appendFileSync(process.env.SEEN, JSON.stringify(items.map(({ pk }) => pk.S)) + '\\n');
  const bad = Records.filter(({ dynamodb }) => dynamodb.NewImage.bad);
  if (bad.length > 0 && process.env.REPORTS === undefined) throw new Error('bad');
  return { batchItemFailures: bad.map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber })) };
};`;

const queue = { Failures: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } } };

function consumer(seen: string, mapping: JsonObject = {}, variables: JsonObject = {}) {
  const environment = {
    Environment: { Variables: { SEEN: join(folder.path, seen), ...variables } },
  };
  const functions = { consume: [SOURCE, environment] as [string, JsonObject] };
  const resources = {
    Ledger: table,
    ...queue,
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Ledger', 'StreamArn'] },
        FunctionName: { Ref: 'consume' },
        StartingPosition: 'TRIM_HORIZON',
        ...mapping,
      },
    },
  };
  return [functions, resources] as const;
}

const onFailure = { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } };

async function put(endpoint: string, items: Record<string, object>[]) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  for (const Item of items) {
    await client.send(new PutItemCommand({ TableName: 'fixture-Ledger', Item: Item as never }));
  }
  client.destroy();
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ pk: { S: String(from + index) } }));

const names = (from: number, to: number) => numbered(from, to).map(({ pk }) => pk.S);

function batchesSeen(seen: string): string[][] {
  const file = join(folder.path, seen);
  if (!existsSync(file)) return [];
  // Text after the last line break is still being written.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as string[]);
}

async function until<Value>(
  read: () => Value | Promise<Value>,
  isThere: (value: Value) => boolean,
) {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    await sleep(20);
  }
}

const untilSeen = (seen: string, name: string) =>
  until(
    () => batchesSeen(seen),
    (batches) => batches.flat().includes(name),
  );

async function messages(endpoint: string): Promise<JsonObject[]> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.ReceiveMessage' },
    body: JSON.stringify({ QueueUrl: 'failures', MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  });
  const { Messages } = (await response.json()) as { Messages: { Body: string }[] };
  return Messages.map(({ Body }) => JSON.parse(Body) as JsonObject);
}

test('records arrive in order, in batches of at most the mapping’s size', async () => {
  const local = await startFixture(...consumer('batches', { BatchSize: 4 }));

  await put(local.endpoint, numbered(1, 10));
  const batches = await untilSeen('batches', '10');
  await local.stop();

  expect(batches.flat()).toEqual(names(1, 10));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(4);
});

test('a window gathers records into one batch', async () => {
  const mapping = { BatchSize: 5, MaximumBatchingWindowInSeconds: 30 };
  const local = await startFixture(...consumer('window', mapping));

  await put(local.endpoint, numbered(1, 5));
  const batches = await untilSeen('window', '5');
  await local.stop();

  expect(batches).toEqual([names(1, 5)]);
});

test('does not deliver a record that the filter excludes', async () => {
  const Pattern = JSON.stringify({ dynamodb: { NewImage: { kind: { S: ['wanted'] } } } });
  const local = await startFixture(
    ...consumer('filter', { FilterCriteria: { Filters: [{ Pattern }] } }),
  );

  const kinds = ['other', 'wanted', 'other', 'wanted'];
  const items = kinds.map((kind, index) => ({ pk: { S: String(index) }, kind: { S: kind } }));
  await put(local.endpoint, items);
  const batches = await untilSeen('filter', '3');
  await local.stop();

  expect(batches.flat()).toEqual(['1', '3']);
});

test('a restart continues from the last checkpoint', async () => {
  const data = { dataFolder: join(folder.path, 'restart-data') };
  const first = await startFixture(...consumer('restart'), data);
  await put(first.endpoint, numbered(1, 3));
  await untilSeen('restart', '3');
  await first.stop();

  const second = await startFixture(...consumer('restart'), data);
  await put(second.endpoint, numbered(4, 5));
  const batches = await untilSeen('restart', '5');
  await second.stop();

  expect(batches.flat()).toEqual(names(1, 5));
});

test('bisecting isolates one bad record, and the queue receives its position', async () => {
  const mapping = {
    MaximumRetryAttempts: 1,
    BisectBatchOnFunctionError: true,
    MaximumBatchingWindowInSeconds: 30,
    BatchSize: 6,
    DestinationConfig: onFailure,
  };
  const local = await startFixture(...consumer('bisect', mapping));

  const items = numbered(1, 6).map((item) =>
    item.pk.S === '5' ? { ...item, bad: { BOOL: true } } : item,
  );
  await put(local.endpoint, items);
  await untilSeen('bisect', '6');
  const [failure] = await until(
    () => messages(local.queueEndpoint),
    ({ length }) => length > 0,
  );
  await local.stop();

  const alone = batchesSeen('bisect').filter((batch) => batch.length === 1);
  expect(alone).toContainEqual(['5']);
  expect(failure).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: { batchSize: 1, streamArn: expect.stringContaining('fixture-Ledger') },
  });
});

test('a reported record holds up later records, not earlier ones', async () => {
  const mapping = {
    MaximumRetryAttempts: 1,
    MaximumBatchingWindowInSeconds: 30,
    BatchSize: 3,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: onFailure,
  };
  const local = await startFixture(...consumer('reports', mapping, { REPORTS: 'yes' }));

  const items = numbered(1, 3).map((item) =>
    item.pk.S === '2' ? { ...item, bad: { BOOL: true } } : item,
  );
  await put(local.endpoint, items);
  const [failure] = await until(
    () => messages(local.queueEndpoint),
    ({ length }) => length > 0,
  );
  await local.stop();

  expect(batchesSeen('reports')).toEqual([names(1, 3), names(2, 3)]);
  expect(failure).toMatchObject({ DDBStreamBatchInfo: { batchSize: 2 } });
});

test.each([
  [{ FunctionName: 'unknown' }, 'there is no function unknown'],
  [{ EventSourceArn: 'arn:aws:sqs:us-east-1:0:queue' }, 'reads DynamoDB streams only'],
  [{ TumblingWindowInSeconds: 10 }, 'does not know tumbling windows'],
  [
    { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:us-east-1:0:topic' } } },
    'to SQS queues only',
  ],
  [
    { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:0:other' } } },
    'there is no queue arn:aws:sqs:us-east-1:0:other',
  ],
])('refuses a mapping with %j at start', async (mapping, sentence) => {
  await expect(startFixture(...consumer('refused', mapping))).rejects.toThrow(sentence);
});
