// The consumer that publishes events and starts batches. The stream delivers a receipt once or
// several times, in any order: work on a batch starts once, whether or not its events are
// published.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BatchStarter } from '../../functions/publisher/batch-starter.ts';
import { EventBus } from '../../functions/publisher/event-bus.ts';
import { publishAndStartBatches } from '../../functions/publisher/publish-and-start-batches.ts';
import type { EventReceivers } from '../../functions/publisher/publish-and-start-batches.ts';
import type { ReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import { buildBusFile } from '../../local/events/event-buses.ts';
import { buildExecutionArn } from '../../local/state-machines/execution-arn.ts';
import { startFixture, temporaryFolder } from '../local/fixture.ts';
import { openTestStore } from '../support/projections/tables.ts';
import { BUS, MACHINE, PUBLISHER_RESOURCES } from '../support/publisher/publisher-resources.ts';
import { startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

const folder = temporaryFolder();
let local: Awaited<ReturnType<typeof startFixture>>;
let ledger: TestLedger;
let executions: SFNClient;
let receivers: EventReceivers;
let withoutBus: EventReceivers;
beforeAll(async () => {
  local = await startFixture({}, PUBLISHER_RESOURCES, { dataFolder: folder.path });
  const machines = {
    'legacy_import.requested': MACHINE,
    'regulatory_export.requested': `${MACHINE}-that-is-not-there`,
  };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = (endpoint: string) => ({ endpoint, region: 'us-east-1', credentials });
  executions = new SFNClient(at(local.stepFunctionsEndpoint));
  const starter = new BatchStarter(machines, at(local.stepFunctionsEndpoint));
  // Its tenants have no webhooks.
  ledger = await startLedger();
  const store = openTestStore(ledger);
  receivers = { starter, store, bus: new EventBus(BUS, at(local.busEndpoint)) };
  const noBus = new EventBus(BUS, { ...at('http://127.0.0.1:1'), maxAttempts: 1 });
  withoutBus = { ...receivers, bus: noBus };
});
afterAll(async () => {
  receivers.store.documents.destroy();
  executions.destroy();
  await local.stop();
  await ledger.stop();
  folder.remove();
});

const isPublished = (batchId: string) =>
  readFileSync(buildBusFile(join(folder.path, 'events'), BUS), 'utf8').includes(`evt_${batchId}`);
const isStarted = (batchId: string) => local.lines.some((line) => line.includes(batchId));

/** A receipt with one event, as the stream delivers it. */
function buildReceiptRecord(type: string, batchId: string): ReceiptRecord {
  const occurredAt = '2026-11-20T09:00:00.000Z';
  const event = { id: `evt_${batchId}`, type, version: 1, occurredAt, payload: {} };
  const events = [{ ...event, aggregateId: batchId }];
  const by = { actor: 'ada', operation: 'x', receiptId: 'rcp_x', idempotencyKey: batchId };
  const receipt = { tenant: 'acme', ...by, occurredAt, correlationId: 'c', events };
  return { partition: `T#acme#RCP#${batchId}`, arrivedAt: new Date(occurredAt), receipt };
}

const importing = (batchId: string) => buildReceiptRecord('legacy_import.requested', batchId);

/** The receipts that the consumer reports as failed. */
async function failedOf(given: readonly ReceiptRecord[], to = receivers): Promise<string[]> {
  const { failed } = await publishAndStartBatches(to, given);
  return [...failed.keys()].map(({ partition }) => partition.replace(/.*#/, ''));
}

/** What the runner says of the end of the batch's execution; throws if none was started. */
async function endedOf(batchId: string): Promise<string[]> {
  const executionArn = buildExecutionArn(MACHINE, batchId);
  const lines = () => local.lines.filter((line) => line.includes(`execution ${batchId} `));
  while (lines().length === 0) {
    await executions.send(new DescribeExecutionCommand({ executionArn }));
    await sleep(20);
  }
  return lines();
}

test('a repeated receipt starts nothing again', async () => {
  const [one, two] = [importing('bat_one'), importing('bat_two')];

  expect(await failedOf([one, two, one])).toEqual([]);
  const ended = [await endedOf('bat_one'), await endedOf('bat_two')];
  expect(await failedOf([two, one])).toEqual([]);
  // Executions started after them have ended, so a second one of theirs would have ended before.
  expect(await failedOf([importing('bat_after')])).toEqual([]);
  await endedOf('bat_after');

  expect(ended.map((lines) => lines.length)).toEqual([1, 1]);
  expect([await endedOf('bat_one'), await endedOf('bat_two')]).toEqual(ended);
});

test('publishes receipts that start no batch', async () => {
  expect(await failedOf([buildReceiptRecord('legacy_import.completed', 'bat_three')])).toEqual([]);
  expect(await failedOf([importing('bat_four')])).toEqual([]);
  // What started before it has ended before.
  await endedOf('bat_four');

  expect([isPublished('bat_three'), isStarted('bat_three')]).toEqual([true, false]);
});

test('retries a batch that cannot be started, and starts the others', async () => {
  const lost = buildReceiptRecord('regulatory_export.requested', 'bat_lost');

  expect(await failedOf([lost, importing('bat_behind')])).toEqual(['bat_lost']);
  expect(await endedOf('bat_behind')).toHaveLength(1);
});

test('an unavailable bus keeps no batch from starting; its receipt is retried', async () => {
  expect(await failedOf([importing('bat_alone')], withoutBus)).toEqual(['bat_alone']);
  expect(await endedOf('bat_alone')).toHaveLength(1);
});

test('deliveries that cannot be made keep back no event and no batch; their receipt is retried', async () => {
  const withoutWebhooks = { ...receivers, store: { ...receivers.store, ledgerTable: 'nowhere' } };

  expect(await failedOf([importing('bat_unqueued')], withoutWebhooks)).toEqual(['bat_unqueued']);
  expect(await endedOf('bat_unqueued')).toHaveLength(1);
  expect(isPublished('bat_unqueued')).toBe(true);
});

test('a receipt that cannot be read starts nothing', async () => {
  const unreadable = { ...importing('bat_unreadable'), receipt: undefined };

  expect(await failedOf([unreadable, importing('bat_beside')])).toEqual([]);
  await endedOf('bat_beside');

  expect([isPublished('bat_unreadable'), isStarted('bat_unreadable')]).toEqual([false, false]);
});
