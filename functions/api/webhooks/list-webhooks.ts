import { listWebhooks as contract } from '../../../schemas/generated/operations/list-webhooks.ts';
import { readHealthOfAll } from '../../ledger/webhooks/deliveries.ts';
import { listWebhooks } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { toWatchedWebhookView } from '../../views/webhooks/webhook.ts';

export const handler = operation(contract, async ({ session }) => {
  const webhooks = await listWebhooks(session);
  const ids = webhooks.map(({ id }) => id);
  const health = await readHealthOfAll(session, ids);
  return {
    body: {
      items: webhooks.map((webhook) => toWatchedWebhookView(webhook, health.get(webhook.id))),
    },
  };
});
