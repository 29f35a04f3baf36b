// The event of a delivery, read from the receipt that holds it.
import type { DomainEvent } from '../../domain/projections/projector.ts';
import type { Delivery } from '../../domain/webhooks/deliveries.ts';
import { readReceiptEvents } from '../commit/receipt-feed.ts';
import type { ReceiptEvents } from '../commit/receipt-feed.ts';
import { batchGet } from '../store/batch-get.ts';
import { keys } from '../store/keys.ts';
import type { TenantSession } from './tenant-session.ts';

export interface FoundEvent {
  readonly receipt: ReceiptEvents;
  readonly event: DomainEvent;
}

/** The event with its receipt; undefined if the receipt has ended: one request. */
export async function findEvent(
  { store, tenant }: TenantSession,
  { receiptKey, eventId }: Delivery,
): Promise<FoundEvent | undefined> {
  const [item] = await batchGet(store, store.receiptsTable, [keys.receipt(tenant, receiptKey)]);
  if (!item) return undefined;
  const receipt = readReceiptEvents(item);
  const event = receipt.events.find(({ id }) => id === eventId);
  return event && { receipt, event };
}
