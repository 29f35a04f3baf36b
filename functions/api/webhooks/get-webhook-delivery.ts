import { getWebhookDelivery } from '../../../schemas/generated/operations/get-webhook-delivery.ts';
import { readDelivery } from '../../ledger/webhooks/deliveries.ts';
import { operation } from '../../runtime/operation.ts';
import { toDeliveryView } from '../../views/webhooks/webhook.ts';

export const handler = operation(getWebhookDelivery, async ({ path, session }) => ({
  body: toDeliveryView(await readDelivery(session, path.webhookId, path.eventId)),
}));
