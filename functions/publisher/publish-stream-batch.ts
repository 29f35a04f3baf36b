// Publishes a stream batch and reports which of its records to retry.
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { EventBus, Publication } from './event-bus.ts';
import { formatEnvelope } from './event-envelope.ts';

type ReceiptPublication = Publication & { readonly record: ReceiptRecord };

/** Publishes the events of the records; a record has failed when any of its events has. */
export async function publishStreamBatch(
  bus: EventBus,
  records: readonly ReceiptRecord[],
): Promise<{ failed: ReadonlyMap<ReceiptRecord, Error>; events: readonly Publication[] }> {
  const events = records.flatMap(buildPublications);
  const lost = await bus.publish(events);
  return { failed: new Map([...lost].map(([{ record }, error]) => [record, error])), events };
}

function buildPublications(record: ReceiptRecord): ReceiptPublication[] {
  const { receipt } = record;
  if (!receipt) return [];
  return receipt.events.map((event) => ({
    record,
    type: event.type,
    occurredAt: event.occurredAt,
    detail: formatEnvelope(receipt, event),
  }));
}
