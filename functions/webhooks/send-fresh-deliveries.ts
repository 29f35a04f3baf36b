// The first attempts, at the moment at which the stream of the table brings the deliveries.
import { findDelivery } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { Sender } from './attempt-delivery.ts';
import { sendDeliveries } from './send-deliveries.ts';
import type { DeliveryRun, DeliveryTotals } from './send-deliveries.ts';

/** Attempts those that have had no attempt since they were made or redriven, and are not due to the retries yet. */
export function sendFreshDeliveries(
  sender: Sender,
  deliveries: readonly OwnedDelivery[],
  run: Pick<DeliveryRun, 'isOver' | 'onFailure'>,
): Promise<DeliveryTotals> {
  return sendDeliveries(sender, deliveries, { ...run, take: (owned) => takeFresh(sender, owned) });
}

// The stream may bring a record again, and late.
async function takeFresh(
  { store, now }: Sender,
  { tenant, delivery: { webhookId, eventId } }: OwnedDelivery,
): Promise<OwnedDelivery | undefined> {
  const delivery = await findDelivery({ store, tenant }, webhookId, eventId);
  const isOurs = delivery?.fresh === 'Y' && now().toISOString() < (delivery.dueAt ?? '');
  return isOurs ? { tenant, delivery } : undefined;
}
