// Processes a stream batch: publishes its events to the bus and starts its accepted batches.
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { BatchStarter } from './batch-starter.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { publishStreamBatch } from './publish-stream-batch.ts';

export interface EventReceivers {
  readonly bus: EventBus;
  readonly starter: BatchStarter;
}

export interface PublishOutcome {
  /** The records to retry, with the reason. */
  readonly failed: ReadonlyMap<ReceiptRecord, Error>;
  readonly events: readonly Publication[];
}

/** Both run concurrently; a failure of one does not affect the other. */
export async function publishAndStartBatches(
  { bus, starter }: EventReceivers,
  records: readonly ReceiptRecord[],
): Promise<PublishOutcome> {
  const [{ failed, events }, unstarted] = await Promise.all([
    publishStreamBatch(bus, records),
    starter.start(records),
  ]);
  return { failed: new Map([...failed, ...unstarted]), events };
}
