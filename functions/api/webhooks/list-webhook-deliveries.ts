import { listWebhookDeliveries } from '../../../schemas/generated/operations/list-webhook-deliveries.ts';
import { listDeliveries } from '../../ledger/webhooks/deliveries.ts';
import { readWebhook } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { toDeliveryView } from '../../views/webhooks/webhook.ts';

export const handler = operation(listWebhookDeliveries, async ({ path, query, session, after }) => {
  const { id: webhookId } = await readWebhook(session, path.webhookId);
  const { state, limit } = query;
  const filter = { webhookId, ...(state && { state }) };
  const page = await listDeliveries(session, filter, { after, limit });
  return { ...page, items: page.items.map(toDeliveryView) };
});
