// The Lambda that publishes every event to the bus, at least once and in stream order, makes its deliveries to
// webhooks, and starts the state machine of every accepted batch, once (ADR 041).
import { openStore } from '../ledger/store/store.ts';
import {
  readLedgerEnvironment,
  readMachinesEnvironment,
  readPublisherEnvironment,
} from '../runtime/environment.ts';
import { buildStreamHandler } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { BatchStarter } from './batch-starter.ts';
import { EventBus } from './event-bus.ts';
import { publishAndStartBatches } from './publish-and-start-batches.ts';

const CONSUMER = 'publisher';

const eventReceivers = {
  bus: new EventBus(readPublisherEnvironment().bus),
  starter: new BatchStarter(readMachinesEnvironment()),
  store: openStore(readLedgerEnvironment()),
};

export const handler = buildStreamHandler(CONSUMER, async (records) => {
  const { failed, events } = await publishAndStartBatches(eventReceivers, records);
  for (const [{ partition }, error] of failed) {
    recordUnapplied(CONSUMER, { receipt: partition }, error);
  }
  const now = Date.now();
  const lags = events.map(({ occurredAt }) => now - Date.parse(occurredAt));
  recordBatch(CONSUMER, {
    Events: events.length,
    Failed: failed.size,
    LagMilliseconds: Math.max(0, ...lags),
  });
  return failed;
});
