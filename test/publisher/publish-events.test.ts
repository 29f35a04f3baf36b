// The function that publishes events: where its settings send them, which records it reports, and what it counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from '../../functions/ledger/store/item.ts';
import { buildBusFile } from '../../local/events/event-buses.ts';
import { buildWebhookBody } from '../../tools/samples/webhooks/webhooks.ts';
import { startFixture, temporaryFolder } from '../local/fixture.ts';
import { buildReceipt } from '../support/contract/product-events.ts';
import { captureOutput } from '../support/fixtures/captured-output.ts';
import type { CapturedOutput } from '../support/fixtures/captured-output.ts';
import { readReceipts, toStreamRecords } from '../support/projections/projections.ts';
import type { ConsumerResponse } from '../support/projections/projections.ts';
import { BUS, MACHINE, PUBLISHER_RESOURCES } from '../support/publisher/publisher-resources.ts';
import { openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

type PublishingHandler = (
  event: DynamoDBStreamEvent,
  context: Context,
) => Promise<ConsumerResponse>;

const folder = temporaryFolder();
let local: Awaited<ReturnType<typeof startFixture>>;
let ledger: TestLedger;
let output: CapturedOutput;
let machines: SFNClient;
let handler: PublishingHandler;
beforeAll(async () => {
  process.env['TEST_LOG'] = 'INFO';
  local = await startFixture({}, PUBLISHER_RESOURCES, { dataFolder: folder.path });
  ledger = await startLedger();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_EVENTBRIDGE: local.busEndpoint,
    AWS_ENDPOINT_URL_SFN: local.stepFunctionsEndpoint,
    EVENT_BUS: BUS,
    STATE_MACHINES: JSON.stringify({
      'legacy_import.requested': MACHINE,
      'regulatory_export.requested': `${MACHINE}-that-is-not-there`,
    }),
  });
  machines = new SFNClient({});
  output = captureOutput();
  ({ handler } = (await import('../../functions/publisher/publish-events.ts')) as {
    handler: PublishingHandler;
  });
});
beforeEach(() => void output.texts.splice(0));
afterAll(async () => {
  output.end();
  machines.destroy();
  await local.stop();
  await ledger.stop();
  folder.remove();
});

const context = { getRemainingTimeInMillis: () => 600_000 } as Context;

/** Consumes the records, and returns the keys of the receipts that are to come again. */
async function consume(records: readonly DynamoDBRecord[]): Promise<(string | undefined)[]> {
  const { batchItemFailures } = await handler({ Records: [...records] }, context);
  return batchItemFailures.map(
    ({ itemIdentifier }) =>
      records.find(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier)?.dynamodb?.Keys?.[
        'PK'
      ]?.S,
  );
}

const requesting = (kind: 'legacy_import' | 'regulatory_export', batchId: string): Item =>
  buildReceipt({ type: `${kind}.requested`, aggregateId: batchId, version: 1 }, { batchId });

/** The details of the events on the bus of this aggregate. */
function readPublished(aggregateId: string): Record<string, unknown>[] {
  return readFileSync(buildBusFile(join(folder.path, 'events'), BUS), 'utf8')
    .split('\n')
    .filter((line) => line.includes(aggregateId))
    .map((line) => (JSON.parse(line) as { detail: Record<string, unknown> }).detail);
}

/** Whether the state machine was started for the batch, which names the execution. */
async function isStarted(batchId: string): Promise<boolean> {
  const executionArn = `${MACHINE.replace('stateMachine', 'execution')}:${batchId}`;
  const started = machines.send(new DescribeExecutionCommand({ executionArn }));
  return started.then(
    () => true,
    () => false,
  );
}

/** The lines of the function in the log. */
const readLog = () =>
  output.texts
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter((line) => line['consumer'] !== undefined);

test('sends each event to the bus, to the webhooks and, of a batch, to its state machine', async () => {
  const { body: webhook } = await ledger.call('createWebhook', {
    body: buildWebhookBody({ event_types: ['account.created'] }),
  });
  const accountId = await openAccount(ledger);
  const receipts = [...(await readReceipts(ledger)), requesting('legacy_import', 'bat_sent')];
  const before = Date.now();
  const failed = await consume(toStreamRecords(receipts));
  const oldest = Math.min(...receipts.map(({ at }) => Date.parse(String(at))));

  expect(failed).toEqual([]);
  expect(readPublished(accountId)).toMatchObject([
    { type: 'account.created', tenant_id: 'acme', aggregate_id: accountId },
  ]);
  expect(await isStarted('bat_sent')).toBe(true);
  const { body } = await ledger.call('listWebhookDeliveries', { path: { webhookId: webhook.id } });
  expect(body.items).toMatchObject([{ event_type: 'account.created', aggregate_id: accountId }]);
  const [line, ...more] = readLog();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    level: 'INFO',
    service: 'countinghouse',
    consumer: 'publisher',
    Events: 3,
    Failed: 0,
  });
  // As old as the oldest of them.
  expect(line?.['LagMilliseconds']).toBeGreaterThanOrEqual(before - oldest);
  expect(line?.['LagMilliseconds']).toBeLessThanOrEqual(Date.now() - oldest);
});

test('reports the record alone that failed, and names its receipt and the reason', async () => {
  const [lost, sent] = [
    requesting('regulatory_export', 'bat_lost'),
    requesting('legacy_import', 'bat_behind'),
  ];
  const failed = await consume(toStreamRecords([lost, sent]));

  expect(failed).toEqual([lost.PK]);
  expect([await isStarted('bat_lost'), await isStarted('bat_behind')]).toEqual([false, true]);
  expect(readPublished('bat_lost')).toHaveLength(1);
  expect(readLog()).toMatchObject([
    {
      level: 'ERROR',
      message: 'event not applied',
      consumer: 'publisher',
      event: { receipt: lost.PK },
      error: { name: 'StateMachineDoesNotExist' },
    },
    { level: 'INFO', Events: 2, Failed: 1 },
  ]);
});

test('reports a receipt that cannot be read, and counts no events of it and no lag', async () => {
  const unreadable = { ...requesting('legacy_import', 'bat_damaged'), answer: Buffer.from('none') };

  expect(await consume(toStreamRecords([unreadable]))).toEqual([unreadable.PK]);
  expect(readLog()).toMatchObject([
    { level: 'ERROR', message: 'unreadable receipt', consumer: 'publisher' },
    { Events: 0, Failed: 0, LagMilliseconds: 0 },
  ]);
});

test('an event of a machine whose clock is ahead has no lag', async () => {
  const at = new Date(Date.now() + 60_000).toISOString();

  expect(
    await consume(toStreamRecords([{ ...requesting('legacy_import', 'bat_ahead'), at }])),
  ).toEqual([]);
  expect(readLog()).toMatchObject([{ Events: 1, LagMilliseconds: 0 }]);
});
