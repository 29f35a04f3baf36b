// A run of the retries: attempts every delivery that is due, those included whose first attempt a crash prevented.
import { leaseDelivery } from '../domain/webhooks/deliveries.ts';
import { replaceDelivery } from '../ledger/webhooks/deliveries.ts';
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { Sender } from './attempt-delivery.ts';
import type { DueReader } from './due-reader.ts';
import { sendDeliveries } from './send-deliveries.ts';
import type { DeliveryRun, DeliveryTotals } from './send-deliveries.ts';
import { RESERVE_MS } from './sender.ts';

interface RetryRun extends Pick<DeliveryRun, 'onFailure'> {
  readonly remainingMs: () => number;
  readonly reader: DueReader;
}

const TAKEN_MAX = 5_000;

/** Attempts what is due, each after leasing it, so that simultaneous runs do not send the same. */
export async function retryDueDeliveries(
  sender: Sender,
  { remainingMs, reader, onFailure }: RetryRun,
  takenMax = TAKEN_MAX,
): Promise<DeliveryTotals> {
  // A backlog that takes longer to read must not keep what has been read from being sent.
  const readingEndMs = remainingMs() / 2;
  const due = await reader.take(sender, { takenMax, isOver: () => remainingMs() < readingEndMs });
  return sendDeliveries(sender, due, {
    take: (owned) => lease(sender, owned),
    isOver: () => remainingMs() < RESERVE_MS,
    onFailure,
  });
}

async function lease(
  { store, now }: Sender,
  { tenant, delivery }: OwnedDelivery,
): Promise<OwnedDelivery | undefined> {
  const leased = leaseDelivery(delivery, now());
  const isOurs = await replaceDelivery({ store, tenant }, leased);
  return isOurs ? { tenant, delivery: leased } : undefined;
}
