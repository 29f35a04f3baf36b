// The webhooks of the soak test: one tenant subscribes to what its operators do.
import { requireBody } from './checks/check.ts';
import type { OperatorClients } from './operator-clients.ts';
import { RECEIVER_ADDRESSES } from './webhooks/failing-receiver.ts';
import type { FailingReceiver } from './webhooks/failing-receiver.ts';
import { SUBSCRIBED_TENANT } from './webhooks/subscribed-webhooks.ts';
import type { SoakWebhook, SoakWebhooks } from './webhooks/subscribed-webhooks.ts';

export const SUBSCRIBED_TYPES = ['account.created', 'journal_entry.posted'];

/** Subscribes before anything happens, so that every later event has a delivery. */
export async function subscribe(
  operators: OperatorClients,
  receiver: FailingReceiver,
): Promise<SoakWebhooks> {
  const webhooks: SoakWebhook[] = [];
  for (const address of RECEIVER_ADDRESSES) {
    const body = { url: receiver.urlOf(address), event_types: SUBSCRIBED_TYPES };
    const { id } = await requireBody({ operators }, SUBSCRIBED_TENANT, 'createWebhook', { body });
    const path = { webhookId: id };
    const { secret } = await requireBody({ operators }, SUBSCRIBED_TENANT, 'revealWebhookSecret', {
      path,
    });
    webhooks.push({ address, id, secret });
  }
  return { receiver, webhooks };
}
