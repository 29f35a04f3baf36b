// The Lambda that hands on what happened: every event to the bus, at least once, in the order of the
// stream; every accepted batch to its state machine, once (ADR 041).
import { machinesEnvironment, publisherEnvironment } from '../runtime/environment.ts';
import { streamConsumer } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { BatchStarter } from './batch-starter.ts';
import { EventBus } from './event-bus.ts';
import { handOn } from './hand-on.ts';

const CONSUMER = 'publisher';

const receivers = {
  bus: new EventBus(publisherEnvironment().bus),
  starter: new BatchStarter(machinesEnvironment()),
};

export const handler = streamConsumer(CONSUMER, async (deliveries) => {
  const { failed, events } = await handOn(receivers, deliveries);
  for (const [{ partition }, error] of failed) {
    recordUnapplied(CONSUMER, { receipt: partition }, error);
  }
  const times = events.map(({ occurredAt }) => Date.parse(occurredAt));
  recordBatch(CONSUMER, {
    Events: events.length,
    Failed: failed.size,
    LagMilliseconds: Math.max(0, Date.now() - Math.min(Date.now(), ...times)),
  });
  return failed;
});
