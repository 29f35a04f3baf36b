// The two functions that make the attempts: which records of the stream they report, and under which names they count.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { keys } from '../../functions/ledger/store/keys.ts';
import { webhookKeys } from '../../functions/ledger/webhooks/items.ts';
import { captureOutput } from '../support/fixtures/captured-output.ts';
import type { CapturedOutput } from '../support/fixtures/captured-output.ts';
import { toStreamRecords } from '../support/projections/projections.ts';
import type { ConsumerResponse } from '../support/projections/projections.ts';
import { openAccount } from '../support/stack/ledger.ts';
import { readAllItems } from '../support/stack/tables.ts';
import { accept, refuseWith } from '../support/webhooks/receiver.ts';
import { startWebhookRig } from '../support/webhooks/webhook-rig.ts';
import type { WebhookRig } from '../support/webhooks/webhook-rig.ts';

type Handler<Event, Answer> = (event: Event, context: Context) => Promise<Answer>;

const MEMBERS = { event_types: ['account.created'] };

let rig: WebhookRig;
let output: CapturedOutput;
let deliver: Handler<DynamoDBStreamEvent, ConsumerResponse>;
let retry: Handler<object, unknown>;
beforeAll(async () => {
  process.env['TEST_LOG'] = 'INFO';
  rig = await startWebhookRig();
  output = captureOutput();
  ({ handler: deliver } = (await import('../../functions/webhooks/deliver-webhooks.ts')) as {
    handler: typeof deliver;
  });
  ({ handler: retry } = await import('../../functions/webhooks/retry-webhooks.ts'));
});
afterEach(() => {
  rig.receiver.received.splice(0);
  rig.receiver.answerBy(accept);
  output.texts.splice(0);
});
afterAll(async () => {
  output.end();
  await rig.stop();
});

const withTime = (milliseconds: number) =>
  ({ getRemainingTimeInMillis: () => milliseconds }) as Context;
const MINUTES = withTime(600_000);

/** What the stream brings of these tenants: all that the table of webhooks has of them. */
async function readStream(...tenants: string[]): Promise<DynamoDBRecord[]> {
  const items = await readAllItems(rig.ledger.tables.webhooks);
  return toStreamRecords(
    items.filter(({ PK }) => tenants.some((tenant) => PK.startsWith(keys.tenant(tenant)))),
  );
}

/** A webhook of the tenant with a delivery that was not attempted yet. */
async function leaveDelivery(tenant: string): Promise<string> {
  const webhookId = await rig.create(MEMBERS, { tenant });
  await openAccount(rig.ledger, { tenant });
  await rig.publish();
  return webhookId;
}

/** The lines that count, by their function. */
const readCounts = () =>
  output.texts
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter((line) => line['consumer'] !== undefined);

test('attempts what the stream brings, and passes over all else that it brings', async () => {
  rig.receiver.answerBy(refuseWith(503));
  await leaveDelivery('birch');
  await deliver({ Records: await readStream('birch') }, MINUTES);
  rig.receiver.answerBy(accept);
  await openAccount(rig.ledger, { tenant: 'birch' });
  await rig.publish();
  // With the delivery that waits for the retries, what is known of the receiver, and what secrets are derived from.
  const stream = await readStream('birch');
  const removed: DynamoDBRecord = { eventName: 'REMOVE', dynamodb: { SequenceNumber: '0' } };

  expect(stream).toHaveLength(4);
  expect(await deliver({ Records: [removed, ...stream] }, MINUTES)).toEqual({
    batchItemFailures: [],
  });
  expect(rig.receiver.received).toHaveLength(2);
  const service = { service: 'countinghouse', consumer: 'deliver-webhooks', DeadLetters: 0 };
  expect(readCounts()).toMatchObject([
    { ...service, Undelivered: 1, Delivered: 0 },
    { ...service, Undelivered: 0, Delivered: 1 },
  ]);
});

test('reports the record alone that it could not attempt, and names its delivery', async () => {
  const damaged = await leaveDelivery('cedar');
  const TableName = rig.ledger.tables.webhooks;
  // What is known of the receiver cannot be read: it has none of its members.
  const Item = { ...webhookKeys.health('cedar', damaged) };
  await rig.store.documents.send(new PutCommand({ TableName, Item }));
  for (const tenant of ['maple', 'willow']) await leaveDelivery(tenant);
  const stream = await readStream('maple', 'cedar', 'willow');
  const { batchItemFailures } = await deliver({ Records: stream }, MINUTES);

  const failed = batchItemFailures.map(({ itemIdentifier }) =>
    stream.find(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
  );
  expect(failed.map((record) => record?.dynamodb?.Keys?.['PK'])).toEqual([
    { S: webhookKeys.deliveries('cedar', damaged) },
  ]);
  expect(rig.receiver.received).toHaveLength(2);
  expect(readCounts()).toMatchObject([
    { level: 'ERROR', consumer: 'deliver-webhooks', tenant: 'cedar', webhookId: damaged },
    { consumer: 'deliver-webhooks', Delivered: 2 },
  ]);
});

test('starts no attempt that may not end in time, and reports none of these: the retries have them', async () => {
  await leaveDelivery('hazel');
  const event = { Records: await readStream('hazel') };

  expect(await deliver(event, withTime(19_000))).toEqual({ batchItemFailures: [] });
  expect(rig.receiver.received).toEqual([]);
});

test('counts the dead letters of the retries under their name', async () => {
  const webhookId = await leaveDelivery('rowan');
  rig.receiver.answerBy(refuseWith(410));
  const [delivery] = (await readAllItems(rig.ledger.tables.webhooks)).filter(
    ({ PK }) => PK === webhookKeys.deliveries('rowan', webhookId),
  );
  await rig.store.documents.send(
    new PutCommand({
      TableName: rig.ledger.tables.webhooks,
      Item: { ...delivery, due_at: '2026-01-01T00:00:00.000Z' },
    }),
  );
  const totals = await retry({}, MINUTES);

  expect(totals).toMatchObject({ refused: 1, lost: 1 });
  expect(readCounts()).toMatchObject([
    { service: 'countinghouse', consumer: 'retry-webhooks', Undelivered: 1, DeadLetters: 1 },
  ]);
});
