// A delivery of a test's ledger, attempted once in vain, as the publisher and the sender leave it.
import { readStreamedDelivery } from '../../../functions/ledger/webhooks/deliveries.ts';
import { queueDeliveries } from '../../../functions/publisher/queue-deliveries.ts';
import { toReceiptRecord } from '../../../functions/runtime/receipt-record.ts';
import { attemptDelivery } from '../../../functions/webhooks/attempt-delivery.ts';
import type { Sender } from '../../../functions/webhooks/attempt-delivery.ts';
import type { ResolveName } from '../../../functions/webhooks/resolve-names.ts';
import { readReceipts, toStreamRecords } from '../projections/projections.ts';
import { openTestStore } from '../projections/tables.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { readAllItems } from '../stack/tables.ts';

const findNothing: ResolveName = (_, done) => done(new Error('there is no such name'), []);

/** Publishes the receipts of the tenant to its webhooks, and attempts each delivery of this webhook. */
export async function leaveFailedDelivery(
  ledger: TestLedger,
  tenant: string,
  webhookId: string,
): Promise<string> {
  const store = openTestStore(ledger);
  const records = toStreamRecords(await readReceipts(ledger, tenant));
  const failed = await queueDeliveries(
    store,
    records.flatMap((record) => toReceiptRecord(record) ?? []),
    new Date(),
  );
  for (const error of failed.values()) throw error;
  const made = toStreamRecords(await readAllItems(ledger.tables.webhooks))
    .flatMap(({ dynamodb }) => readStreamedDelivery(dynamodb?.NewImage ?? {}) ?? [])
    .filter((one) => one.tenant === tenant && one.delivery.webhookId === webhookId);
  const sender: Sender = {
    store,
    sending: { reach: 'INTERNET', resolve: findNothing },
    now: () => new Date(),
    random: () => 0,
  };
  for (const owned of made) await attemptDelivery(sender, owned);
  store.documents.destroy();
  const [first] = made;
  if (!first) throw new Error(`nothing was delivered to ${webhookId}`);
  return first.delivery.eventId;
}
