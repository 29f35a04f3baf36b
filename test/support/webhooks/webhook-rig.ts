// A ledger with a receiver, where a test lets the parts of the delivery run one after the other, at times of its own.
import type { Store } from '../../../functions/ledger/store/store.ts';
import { readStreamedDelivery } from '../../../functions/ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../../../functions/ledger/webhooks/deliveries.ts';
import { queueDeliveries } from '../../../functions/publisher/queue-deliveries.ts';
import { toReceiptRecord } from '../../../functions/runtime/receipt-record.ts';
import type { Sender } from '../../../functions/webhooks/attempt-delivery.ts';
import { DueReader } from '../../../functions/webhooks/due-reader.ts';
import { retryDueDeliveries } from '../../../functions/webhooks/retry-due-deliveries.ts';
import { sendFreshDeliveries } from '../../../functions/webhooks/send-fresh-deliveries.ts';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import { toStreamRecords } from '../projections/projections.ts';
import { openTestStore } from '../projections/tables.ts';
import { startLedger } from '../stack/ledger.ts';
import type { CallOptions, TestLedger } from '../stack/ledger.ts';
import { readAllItems } from '../stack/tables.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

export interface WebhookRig {
  readonly ledger: TestLedger;
  readonly receiver: Receiver;
  readonly store: Store;
  readonly sender: Sender;
  /** Creates a webhook at the receiver and returns its id. */
  create(members?: object, options?: CallOptions): Promise<string>;
  /** Consumes the receipts since the last time, as the publisher does, or all of them again. */
  publish(options?: { readonly again?: boolean }): Promise<void>;
  /** Makes the first attempts, as the stream brings them. */
  sendFresh(): ReturnType<typeof sendFreshDeliveries>;
  /** Makes the attempts that are due, or so many of them. */
  retry(takenMax?: number): ReturnType<typeof retryDueDeliveries>;
  /** Advances the clock of the sender. */
  advance(milliseconds: number): void;
  readDelivery(webhookId: string, eventId?: string): Promise<any>; // oxlint-disable-line typescript/no-explicit-any
  stop(): Promise<void>;
}

export async function startWebhookRig(): Promise<WebhookRig> {
  const ledger = await startLedger();
  const receiver = await startReceiver();
  const store = openTestStore(ledger);
  const published = new Set<string>();
  let offsetMs = 0;
  const sender: Sender = {
    store,
    // Only ends an attempt that hangs, on however busy a machine.
    sending: { reach: 'LOOPBACK', timeoutMs: 120_000 },
    now: () => new Date(Date.now() + offsetMs),
    random: () => 0,
  };
  const reader = new DueReader();
  const timeless = { remainingMs: () => Number.POSITIVE_INFINITY, reader, onFailure: throwFailure };
  const listFresh = async () =>
    toStreamRecords(await readAllItems(ledger.tables.webhooks))
      .flatMap(({ dynamodb }) => readStreamedDelivery(dynamodb?.NewImage ?? {}) ?? [])
      .filter(({ delivery }) => delivery.fresh === 'Y');
  return {
    ledger,
    receiver,
    store,
    sender,
    async create(members = {}, options = {}) {
      const body = buildWebhookBody({ url: receiver.url, event_types: ['*'], ...members });
      return (await ledger.call('createWebhook', { body, ...options })).body.id;
    },
    async publish({ again = false } = {}) {
      const receipts = (await readAllItems(ledger.tables.receipts)).filter(
        ({ PK }) => again || !published.has(PK),
      );
      for (const { PK } of receipts) published.add(PK);
      const records = toStreamRecords(receipts).flatMap((record) => toReceiptRecord(record) ?? []);
      const failed = await queueDeliveries(store, records, sender.now());
      for (const error of failed.values()) throw error;
    },
    sendFresh: async () =>
      sendFreshDeliveries(sender, await listFresh(), {
        isOver: () => false,
        onFailure: throwFailure,
      }),
    retry: (takenMax) => retryDueDeliveries(sender, timeless, takenMax),
    advance: (milliseconds) => void (offsetMs += milliseconds),
    async readDelivery(webhookId, eventId) {
      const path = { webhookId };
      if (eventId !== undefined) {
        return (await ledger.call('getWebhookDelivery', { path: { ...path, eventId } })).body;
      }
      const { items } = (await ledger.call('listWebhookDeliveries', { path })).body;
      if (items.length !== 1) throw new Error(`${items.length} deliveries`);
      return items[0];
    },
    async stop() {
      store.documents.destroy();
      await receiver.stop();
      await ledger.stop();
    },
  };
}

function throwFailure(_: OwnedDelivery, error: unknown): never {
  throw error;
}
