import { getWebhook } from '../../../schemas/generated/operations/get-webhook.ts';
import { readHealth } from '../../ledger/webhooks/deliveries.ts';
import { readWebhook } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { toWatchedWebhookView } from '../../views/webhooks/webhook.ts';

export const handler = operation(getWebhook, async ({ path, session }) => {
  const webhook = await readWebhook(session, path.webhookId);
  return { body: toWatchedWebhookView(webhook, await readHealth(session, webhook.id)) };
});
