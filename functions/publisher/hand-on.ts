// What a batch of the stream brings to others: its events to the bus, its batches to their work.
import type { Delivery } from '../runtime/stream-batch.ts';
import type { BatchStarter } from './batch-starter.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { publishDeliveries } from './publish-deliveries.ts';

export interface Receivers {
  readonly bus: EventBus;
  readonly starter: BatchStarter;
}

export interface HandedOn {
  /** The deliveries that must come again, with the reason. */
  readonly failed: ReadonlyMap<Delivery, Error>;
  readonly events: readonly Publication[];
}

/** Neither waits for the other, and what one of them does not take does not keep the other from it. */
export async function handOn(
  { bus, starter }: Receivers,
  deliveries: readonly Delivery[],
): Promise<HandedOn> {
  const [{ failed, events }, unstarted] = await Promise.all([
    publishDeliveries(bus, deliveries),
    starter.start(deliveries),
  ]);
  return { failed: new Map([...failed, ...unstarted]), events };
}
