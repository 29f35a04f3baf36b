import type { WebhookReach } from '../domain/webhooks/webhook-urls.ts';
import type { Store } from '../ledger/store/store.ts';
import type { Sender } from './attempt-delivery.ts';
import { TIMEOUT_MS } from './send-request.ts';

/** No attempt starts this long before the end of a call: longer than one takes. */
export const RESERVE_MS = TIMEOUT_MS + 10_000;

/** What the functions send with. */
export function buildSender(store: Store, reach: WebhookReach): Sender {
  return { store, sending: { reach }, now: () => new Date(), random: Math.random };
}
