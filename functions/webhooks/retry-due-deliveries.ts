// A run of the retries: attempts every delivery that is due, those included whose first attempt a crash prevented.
import { leaseDelivery } from '../domain/webhooks/deliveries.ts';
import { replaceDelivery, scanDueDeliveries } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { Sender } from './attempt-delivery.ts';
import { sendDeliveries } from './send-deliveries.ts';
import type { DeliveryRun, DeliveryTotals } from './send-deliveries.ts';

/** The most that one run takes; the next ones have the rest. */
const TAKEN_MAX = 5_000;

/** Attempts what is due, each after leasing it, so that simultaneous runs do not send the same. */
export async function retryDueDeliveries(
  sender: Sender,
  run: Pick<DeliveryRun, 'isOver' | 'onFailure'>,
): Promise<DeliveryTotals> {
  const due: OwnedDelivery[] = [];
  for await (const page of scanDueDeliveries(sender.store, sender.now())) {
    due.push(...page);
    if (due.length >= TAKEN_MAX || run.isOver()) break;
  }
  return sendDeliveries(sender, due, { ...run, take: (owned) => lease(sender, owned) });
}

async function lease(
  { store, now }: Sender,
  { tenant, delivery }: OwnedDelivery,
): Promise<OwnedDelivery | undefined> {
  const leased = leaseDelivery(delivery, now());
  const isOurs = await replaceDelivery({ store, tenant }, leased);
  return isOurs ? { tenant, delivery: leased } : undefined;
}
