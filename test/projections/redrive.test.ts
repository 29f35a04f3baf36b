// The projector gives up events to the queue that it cannot apply, and a redrive applies them.
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { keys } from '../../functions/ledger/store/keys.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { projectStreamBatch } from '../../functions/projections/project-stream-batch.ts';
import { startQueues } from '../../local/queues/queues.ts';
import type { QueueService } from '../../local/queues/queues.ts';
import { StreamCheckpoint } from '../../local/streams/stream-checkpoint.ts';
import { deliverBatch } from '../../local/streams/batch-delivery.ts';
import { buildFailureMessage } from '../../local/streams/failure-message.ts';
import { readMappingSettings } from '../../local/streams/mapping-settings.ts';
import { findStreamArn, StreamReader } from '../../local/streams/stream-reader.ts';
import { FailureQueue } from '../../commands/projections/failure-queue.ts';
import { redrive } from '../../commands/projections/redrive.ts';
import type { RedriveParts } from '../../commands/projections/redrive.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { openTestStore, readRecords } from '../support/projections/tables.ts';
import { consumeRecords } from '../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { openDirectClient, readEngineEndpoint } from '../support/stack/tables.ts';

const QUEUE = 'project-events-failures';
/** Longer than a message stays hidden. */
const LONG_MS = 16 * 60_000;
const NAME = 'ledger_activity';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

const client = openDirectClient();
let ledger: TestLedger;
let store: Store;
let queues: QueueService;
let sqs: SQSClient;
let streams: DynamoDBStreamsClient;
let turn: () => Promise<void>;

beforeAll(async () => {
  ledger = await startLedger();
  const { receipts } = ledger.tables;
  const connection = { endpoint: readEngineEndpoint(), region: 'eu-central-1', credentials };
  store = openTestStore(ledger);
  streams = new DynamoDBStreamsClient(connection);
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const;
  await client.send(new UpdateTableCommand({ TableName: receipts, StreamSpecification }));
  const stack = { stackName: 'test', region: 'eu-central-1', account: '000000000000' };
  const named = (ref: string) => ({ ...stack, logicalId: ref, ref }) as never;
  queues = await startQueues([QUEUE, 'slow', 'stuck'].map(named), undefined);
  sqs = new SQSClient({ ...connection, endpoint: queues.endpoint, useQueueUrlAsEndpoint: false });
  turn = await mapping(receipts);
});
afterAll(async () => {
  sqs.destroy();
  streams.destroy();
  client.destroy();
  store.documents.destroy();
  await queues.stop();
  await ledger.stop();
});

/** The event source mapping of the runner, which gives up after one try. */
async function mapping(table: string): Promise<() => Promise<void>> {
  const clients = { tables: client as never, streams };
  const arn = await findStreamArn(clients, table);
  const settings = readMappingSettings({
    logicalId: 'Stream',
    stackName: 'test',
    region: 'eu-central-1',
    account: '000000000000',
    properties: {
      EventSourceArn: `arn:aws:dynamodb:eu-central-1:0:table/${table}/stream/now`,
      FunctionName: 'project-events',
      StartingPosition: 'TRIM_HORIZON',
      MaximumRetryAttempts: 0,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  } as never);
  const reader = new StreamReader(
    clients,
    arn,
    settings,
    new StreamCheckpoint(undefined, arn).read(),
  );
  return async () => {
    await deliverBatch(await reader.read(), {
      settings,
      invoke: async ({ Records }) => (await consumeRecords(Records as DynamoDBRecord[])) as never,
      done: () => undefined,
      giveUp: async (failed) => queues.send(QUEUE, buildFailureMessage(settings, failed)),
      pause: async () => true,
    });
  };
}

const queue = (name = QUEUE) => new FailureQueue(sqs, `${queues.endpoint}/000000000000/${name}`);

const run = (report?: (messages: number) => void, from: RedriveParts['queue'] = queue()) =>
  redrive({
    store,
    report,
    streams,
    queue: from,
    consume: async (records) => (await projectStreamBatch(store, records)).lost,
  });

const records = () =>
  readRecords({ client, table: ledger.tables.projections, tenant: 'acme' }, NAME);

const recordKey = (entry: string) =>
  keys.projection('acme', { projection: NAME, generation: 1 }, entry);

/** Posts an entry whose record in the projection is damaged, so that its event cannot be applied. */
async function postPoisoned(): Promise<string> {
  const account = await openAccount(ledger);
  await turn();
  const entry = (await ledger.call('postJournalEntry', { body: credit(account, '1.00') })).body.id;
  const damaged = { ...recordKey(entry), state: Buffer.from('nonsense'), revision: 1n };
  await client.send(new PutCommand({ TableName: ledger.tables.projections, Item: damaged }));
  await turn();
  return entry;
}

async function mend(entry: string): Promise<void> {
  const TableName = ledger.tables.projections;
  await client.send(new DeleteCommand({ TableName, Key: recordKey(entry) }));
}

const status = async (): Promise<{ failing_events: number; lag_seconds: number }> =>
  (await ledger.call('getProjectionStatus')).body.find(
    (one: { projection_name: string }) => one.projection_name === NAME,
  );

const nothing = { messages: 0, receipts: { stream: 0, table: 0 }, kept: [] };

test('a redrive keeps failing messages while the cause lasts, and applies them after the repair', async () => {
  const entry = await postPoisoned();
  const poisoned = await status();
  const early = await run();
  await mend(entry);
  const actual: number[] = [];
  const lateButInTime = await run((messages) => actual.push(messages));

  expect(poisoned.failing_events).toBe(1);
  expect(poisoned.lag_seconds).toBeGreaterThan(0);
  expect(early).toEqual({ ...nothing, kept: [expect.stringContaining('T#acme#')] });
  expect(lateButInTime).toEqual({ ...nothing, messages: 1, receipts: { stream: 1, table: 0 } });
  expect(actual).toEqual([1]);
  expect((await records())[entry]).toBeDefined();
  expect(await status()).toMatchObject({ failing_events: 0, lag_seconds: 0 });
  expect(await run()).toEqual(nothing);
});

test('finds receipts that left the stream in the table, by their time', async () => {
  const entry = await postPoisoned();
  await mend(entry);
  const [failure] = await queue().receive();
  if (!failure?.batch) throw new Error('nothing was given up');
  await queue().delete(failure);
  const batch = { ...failure.batch, shardId: 'shardId-00000000000000000000-00000000' };
  queues.send(QUEUE, { DDBStreamBatchInfo: batch });

  const redriven = await run();

  expect(redriven).toMatchObject({ messages: 1, receipts: { stream: 0 }, kept: [] });
  expect(redriven.receipts.table).toBeGreaterThanOrEqual(1);
  expect((await records())[entry]).toBeDefined();
  expect(await run()).toEqual(nothing);
});

test('reports receipts that no longer exist, and keeps their message', async () => {
  const longAgo = '2020-01-01T00:00:00.000Z';
  const batch = {
    shardId: 'shardId-00000000000000000000-00000000',
    startSequenceNumber: '100000000000000000001',
    endSequenceNumber: '100000000000000000002',
    approximateArrivalOfFirstRecord: longAgo,
    approximateArrivalOfLastRecord: longAgo,
    batchSize: 2,
  };
  queues.send(QUEUE, { DDBStreamBatchInfo: batch });
  queues.send(QUEUE, { hello: 'world' });

  const { messages, kept: stored } = await run();

  expect(messages).toBe(0);
  expect(stored.toSorted()).toEqual([
    'only 0 of 2 receipts that left the stream were found',
    'the message has no stream position',
  ]);
});

test('a run that takes longer than messages stay hidden works on each once, and releases it', async () => {
  const slow = queue('slow');
  queues.send('slow', { hello: 'world' });
  let receives = 0;
  const receive = async () => {
    const received = await slow.receive();
    receives += 1;
    if (receives === 1) advanceTime(LONG_MS);
    return received;
  };
  const parts = {
    receive,
    delete: slow.delete.bind(slow),
    release: slow.release.bind(slow),
  };

  try {
    const { kept } = await run(undefined, parts);

    expect(receives).toBe(3);
    expect(kept).toEqual(['the message has no stream position']);
    expect(await slow.receive()).toHaveLength(1);
  } finally {
    returnToPresent();
  }
});

test('a message that cannot be released keeps no other one hidden', async () => {
  const stuck = queue('stuck');
  queues.send('stuck', { number: 1 });
  queues.send('stuck', { number: 2 });
  const [first] = await stuck.receive();
  if (!first) throw new Error('nothing was received');
  let releases = 0;
  const release: RedriveParts['queue']['release'] = async (failure) => {
    releases += 1;
    if (releases === 1) throw new Error('SQS is away.');
    await stuck.release(failure);
  };
  advanceTime(LONG_MS);
  const parts = {
    receive: stuck.receive.bind(stuck),
    delete: stuck.delete.bind(stuck),
    release,
  };

  try {
    // Visible again by itself.
    await stuck.release(first);
    const { kept } = await run(undefined, parts);

    expect(kept).toEqual([
      'the message has no stream position; it stays hidden for up to 15 minutes: SQS is away.',
      'the message has no stream position',
    ]);
    const visible = (await stuck.receive()).map(({ id }) => id);
    expect(visible).toHaveLength(1);
    expect(visible).not.toContain(first.id);
  } finally {
    returnToPresent();
  }
});
