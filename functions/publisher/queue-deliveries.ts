// Makes the deliveries of events to the webhooks of their tenants, and redrives those that a tenant names (ADR 129).
import type { DomainEvent } from '../domain/projections/projector.ts';
import { redriveDelivery, startDelivery } from '../domain/webhooks/deliveries.ts';
import { isSubscribed, REDRIVE_EVENT } from '../domain/webhooks/webhooks.ts';
import type { Webhook } from '../domain/webhooks/webhooks.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';
import { mapInParallel } from '../ledger/in-parallel.ts';
import type { Store } from '../ledger/store/store.ts';
import { addDelivery, findDelivery, replaceDelivery } from '../ledger/webhooks/deliveries.ts';
import { listWebhooks } from '../ledger/webhooks/webhooks.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';

type ReadRecord = ReceiptRecord & { readonly receipt: ReceiptEvents };

/** Receipts whose deliveries are made at once. */
const AT_ONCE = 16;

/** Makes the deliveries of all records; returns the records that failed, with the reason. Repeating it adds nothing. */
export async function queueDeliveries(
  store: Store,
  records: readonly ReceiptRecord[],
  now = new Date(),
): Promise<ReadonlyMap<ReceiptRecord, Error>> {
  const failed = new Map<ReceiptRecord, Error>();
  const readable = records.filter((record): record is ReadRecord => record.receipt !== undefined);
  const byTenant = Map.groupBy(readable, ({ receipt }) => receipt.tenant);
  const all = [...byTenant].map(async ([tenant, same]) => {
    const note = (record: ReceiptRecord, error: unknown) =>
      failed.set(record, error instanceof Error ? error : new Error(String(error)));
    try {
      const webhooks = await listWebhooks({ store, tenant });
      const waiting = webhooks.length === 0 ? [] : same;
      await mapInParallel(waiting, AT_ONCE, (record) =>
        queueReceipt({ store, webhooks, now }, record.receipt).catch((error: unknown) =>
          note(record, error),
        ),
      );
    } catch (error) {
      for (const record of same) note(record, error);
    }
  });
  await Promise.all(all);
  return failed;
}

interface Subscribers {
  readonly store: Store;
  readonly webhooks: readonly Webhook[];
  readonly now: Date;
}

async function queueReceipt(
  { store, webhooks, now }: Subscribers,
  { tenant, idempotencyKey: receiptKey, events }: ReceiptEvents,
): Promise<void> {
  const session = { store, tenant, now };
  for (const event of events) {
    const { id: eventId, type: eventType, aggregateId } = event;
    for (const { id: webhookId } of webhooks.filter((webhook) => isSubscribed(webhook, event))) {
      const start = { webhookId, eventId, eventType, aggregateId, receiptKey };
      await addDelivery(session, startDelivery(start, now));
    }
    if (eventType === REDRIVE_EVENT) await redriveAll(session, event);
  }
}

interface RedriveSession {
  readonly store: Store;
  readonly tenant: string;
  readonly now: Date;
}

/** A request to send events to a webhook again, named by its event. */
interface Redrive extends RedriveSession {
  readonly webhookId: string;
  readonly redrivenBy: string;
}

async function redriveAll(
  session: RedriveSession,
  { id, aggregateId: webhookId, payload }: DomainEvent,
): Promise<void> {
  const { event_ids: eventIds } = payload as { readonly event_ids: readonly string[] };
  const redrive = { ...session, webhookId, redrivenBy: id };
  for (const eventId of eventIds) {
    // An attempt that ends at the same moment changes it too.
    while (!(await redriveOne(redrive, eventId)));
  }
}

async function redriveOne(
  { webhookId, redrivenBy, ...session }: Redrive,
  eventId: string,
): Promise<boolean> {
  const delivery = await findDelivery(session, webhookId, eventId);
  // One that has just been made or redriven is on its way.
  if (delivery === undefined || delivery.fresh === 'Y') return true;
  // The stream brings this redrive again, and what it redrove has been sent since.
  if (delivery.redrivenBy === redrivenBy) return true;
  return replaceDelivery(session, redriveDelivery(delivery, redrivenBy, session.now));
}
