// A run of the retries: attempts every delivery that is due, those included whose first attempt a crash prevented.
import { leaseDelivery } from '../domain/webhooks/deliveries.ts';
import { replaceDelivery, scanDueDeliveries } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { Sender } from './attempt-delivery.ts';
import { nameWebhook, sendDeliveries } from './send-deliveries.ts';
import type { DeliveryRun, DeliveryTotals } from './send-deliveries.ts';

type RetryRun = Pick<DeliveryRun, 'isOver' | 'onFailure'>;

/** The most that one run takes; the next ones have the rest. */
const TAKEN_MAX = 5_000;

/** Attempts what is due, each after leasing it, so that simultaneous runs do not send the same. */
export async function retryDueDeliveries(
  sender: Sender,
  run: RetryRun,
  takenMax = TAKEN_MAX,
): Promise<DeliveryTotals> {
  const due = await takeDue(sender, run, takenMax);
  return sendDeliveries(sender, due, { ...run, take: (owned) => lease(sender, owned) });
}

// The scan has a fixed order, so it is read to its end: the backlog of one webhook would keep others out of every run.
async function takeDue(
  { store, now }: Sender,
  { isOver }: RetryRun,
  takenMax: number,
): Promise<OwnedDelivery[]> {
  const byWebhook = new Map<string, OwnedDelivery[]>();
  for await (const page of scanDueDeliveries(store, now())) {
    for (const owned of page) {
      const name = nameWebhook(owned);
      const same = byWebhook.get(name);
      if (same) same.push(owned);
      else byWebhook.set(name, [owned]);
    }
    leaveShares(byWebhook, takenMax);
    if (isOver()) break;
  }
  return [...byWebhook.values()].flat();
}

/** Leaves each webhook an equal share, where all of them have more than is taken. */
function leaveShares(byWebhook: ReadonlyMap<string, OwnedDelivery[]>, takenMax: number): void {
  const taken = [...byWebhook.values()].reduce((sum, { length }) => sum + length, 0);
  if (taken <= takenMax) return;
  const share = Math.max(1, Math.floor(takenMax / byWebhook.size));
  for (const same of byWebhook.values()) same.splice(share);
}

async function lease(
  { store, now }: Sender,
  { tenant, delivery }: OwnedDelivery,
): Promise<OwnedDelivery | undefined> {
  const leased = leaseDelivery(delivery, now());
  const isOurs = await replaceDelivery({ store, tenant }, leased);
  return isOurs ? { tenant, delivery: leased } : undefined;
}
