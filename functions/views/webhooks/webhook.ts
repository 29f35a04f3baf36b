import type { Webhook as WebhookBody, WebhookDelivery } from '../../../schemas/generated/types.ts';
import type { Delivery } from '../../domain/webhooks/deliveries.ts';
import type { WebhookHealth } from '../../domain/webhooks/webhook-health.ts';
import { readCurrentHealth } from '../../domain/webhooks/webhook-health.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import { deliveryFields, healthFields, webhookFields } from '../../ledger/webhooks/items.ts';
import { viewOf } from '../../ledger/store/fields.ts';

export const toWebhookView = viewOf<WebhookBody>()(webhookFields);

export function toDeliveryView(delivery: Delivery): WebhookDelivery {
  return { ...deliveryFields.toView(delivery), attempts: [...delivery.attempts] };
}

/** A webhook with what is known of its receiver. */
export function toWatchedWebhookView(
  webhook: Webhook,
  health: WebhookHealth | undefined,
): WebhookBody {
  const current = readCurrentHealth(health, webhook);
  return { ...toWebhookView(webhook), ...(current && healthFields.toView(current)) };
}
