// What a batch of the stream publishes, and which of its records must come again.
import type { Delivery } from '../runtime/stream-batch.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { envelopeText } from './event-envelope.ts';

type Placed = Publication & { readonly delivery: Delivery };

/** Publishes the events of the deliveries; a delivery has failed when one of its events has. */
export async function publishDeliveries(
  bus: EventBus,
  deliveries: readonly Delivery[],
): Promise<{ failed: ReadonlyMap<Delivery, Error>; events: readonly Publication[] }> {
  const events = deliveries.flatMap(publicationsOf);
  const lost = await bus.publish(events);
  return { failed: new Map([...lost].map(([{ delivery }, error]) => [delivery, error])), events };
}

function publicationsOf(delivery: Delivery): Placed[] {
  const { receipt } = delivery;
  if (!receipt) return [];
  return receipt.events.map((event) => ({
    delivery,
    type: event.type,
    occurredAt: event.occurredAt,
    detail: envelopeText(receipt, event),
  }));
}
