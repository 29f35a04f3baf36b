// What a batch of the stream brings to others: its events to the bus, its batches to their work.
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { BatchStarter } from './batch-starter.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { publishStreamBatch } from './publish-stream-batch.ts';

export interface EventReceivers {
  readonly bus: EventBus;
  readonly starter: BatchStarter;
}

export interface PublishOutcome {
  /** The deliveries that must come again, with the reason. */
  readonly failed: ReadonlyMap<ReceiptRecord, Error>;
  readonly events: readonly Publication[];
}

/** Neither waits for the other, and what one of them does not take does not keep the other from it. */
export async function publishAndStartBatches(
  { bus, starter }: EventReceivers,
  deliveries: readonly ReceiptRecord[],
): Promise<PublishOutcome> {
  const [{ failed, events }, unstarted] = await Promise.all([
    publishStreamBatch(bus, deliveries),
    starter.start(deliveries),
  ]);
  return { failed: new Map([...failed, ...unstarted]), events };
}
