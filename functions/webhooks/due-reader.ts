// Reads what is due, for one run of the retries after the other.
import { readDuePage } from '../ledger/webhooks/deliveries.ts';
import type { DuePage, OwnedDelivery } from '../ledger/webhooks/deliveries.ts';
import type { Sender } from './attempt-delivery.ts';
import { nameWebhook } from './send-deliveries.ts';

interface DueLimits {
  /** The most that one run takes; the next ones have the rest. */
  readonly takenMax: number;
  /** Whether the time to read is up; called after each page. */
  readonly isOver: () => boolean;
}

/**
 * The index has a fixed order, and a backlog may be too long for one run. So each run of a container continues where the
 * one before has stopped: otherwise what comes after the backlog of one webhook would never be read.
 */
export class DueReader {
  #next: DuePage['next'];

  /** The deliveries that are due, to the end of the index if there is time. */
  async take({ store, now }: Sender, { takenMax, isOver }: DueLimits): Promise<OwnedDelivery[]> {
    const byWebhook = new Map<string, OwnedDelivery[]>();
    do {
      const page = await readDuePage(store, now(), this.#next);
      for (const owned of page.due) {
        const name = nameWebhook(owned);
        const same = byWebhook.get(name);
        if (same) same.push(owned);
        else byWebhook.set(name, [owned]);
      }
      leaveShares(byWebhook, takenMax);
      this.#next = page.next;
    } while (this.#next !== undefined && !isOver());
    return [...byWebhook.values()].flat();
  }
}

/** Leaves each webhook an equal share, where all of them have more than is taken. */
function leaveShares(byWebhook: ReadonlyMap<string, OwnedDelivery[]>, takenMax: number): void {
  const taken = [...byWebhook.values()].reduce((sum, { length }) => sum + length, 0);
  if (taken <= takenMax) return;
  const share = Math.max(1, Math.floor(takenMax / byWebhook.size));
  for (const same of byWebhook.values()) same.splice(share);
}
