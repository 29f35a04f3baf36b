// Attempts many deliveries: those of different webhooks at once, and few of the same. A receiver that does not answer
// gets no more of a run, so that it keeps no others waiting.
import type { OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptOutcome, AttemptResult, Sender } from './attempt-delivery.ts';

/** How many had which outcome; `postponed` are left to a later run, and `lost` became dead letters unintended. */
export type DeliveryTotals = Record<AttemptOutcome | 'postponed' | 'lost', number>;

export interface DeliveryRun {
  /** Prepares a delivery; undefined if it is not to be sent now. */
  readonly take: (owned: OwnedDelivery) => Promise<OwnedDelivery | undefined>;
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
  readonly onFailure: (owned: OwnedDelivery, error: unknown) => void;
}

const PER_WEBHOOK_MAX = 8;
const UNANSWERED_MAX = 3;

/** Attempts the deliveries. A failure of ours with one is reported, and stops no other. */
export async function sendDeliveries(
  sender: Sender,
  deliveries: readonly OwnedDelivery[],
  run: DeliveryRun,
): Promise<DeliveryTotals> {
  const totals = { delivered: 0, refused: 0, unanswered: 0, abandoned: 0, postponed: 0, lost: 0 };
  const byWebhook = Map.groupBy(deliveries, nameWebhook);
  const all = [...byWebhook.values()].map((same) => sendToOne(sender, same, { ...run, totals }));
  await Promise.all(all);
  return totals;
}

/** The same for all deliveries of one webhook. */
export function nameWebhook({ tenant, delivery }: OwnedDelivery): string {
  return `${tenant} ${delivery.webhookId}`;
}

async function sendToOne(
  sender: Sender,
  same: readonly OwnedDelivery[],
  { take, isOver, onFailure, totals }: DeliveryRun & { readonly totals: DeliveryTotals },
): Promise<void> {
  const waiting = same.values();
  let unanswered = 0;
  const note = ({ outcome, isLost }: AttemptResult) => {
    totals[outcome] += 1;
    totals.lost += isLost ? 1 : 0;
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0;
  };
  const worker = async () => {
    for (const owned of waiting) {
      if (isOver() || unanswered >= UNANSWERED_MAX) {
        totals.postponed += 1;
        continue;
      }
      try {
        const taken = await take(owned);
        if (taken) note(await attemptDelivery(sender, taken));
      } catch (error) {
        onFailure(owned, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PER_WEBHOOK_MAX, same.length) }, worker));
}
