// Processes a stream batch: publishes its events to the bus, makes their deliveries to webhooks and starts its
// accepted batches.
import type { Store } from '../ledger/store/store.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { BatchStarter } from './batch-starter.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { publishStreamBatch } from './publish-stream-batch.ts';
import { queueDeliveries } from './queue-deliveries.ts';

export interface EventReceivers {
  readonly bus: EventBus;
  readonly starter: BatchStarter;
  /** With the webhooks of the tenants, and their deliveries. */
  readonly store: Store;
}

export interface PublishOutcome {
  /** The records to retry, with the reason. */
  readonly failed: ReadonlyMap<ReceiptRecord, Error>;
  readonly events: readonly Publication[];
}

/** All run concurrently; a failure of one does not affect the others. */
export async function publishAndStartBatches(
  { bus, starter, store }: EventReceivers,
  records: readonly ReceiptRecord[],
): Promise<PublishOutcome> {
  const [{ failed, events }, unstarted, unqueued] = await Promise.all([
    publishStreamBatch(bus, records),
    starter.start(records),
    queueDeliveries(store, records),
  ]);
  return { failed: new Map([...failed, ...unstarted, ...unqueued]), events };
}
