// The Lambda that publishes every event on the bus: at least once, in the order of the stream.
import { publisherEnvironment } from '../runtime/environment.ts';
import { streamConsumer } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { EventBus } from './event-bus.ts';
import { publishDeliveries } from './publish-deliveries.ts';

const CONSUMER = 'publisher';

const bus = new EventBus(publisherEnvironment().bus);

export const handler = streamConsumer(CONSUMER, async (deliveries) => {
  const { failed, events } = await publishDeliveries(bus, deliveries);
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
