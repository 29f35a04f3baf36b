import type { Webhook } from '../../../../../client/client.ts';

export type WebhookState = 'enabled' | 'failing' | 'suspended' | 'disabled';

/** Whether the webhook gets events. What is known of its receiver counts only while it does. */
export function findWebhookState(webhook: Webhook): WebhookState {
  if (!webhook.enabled) return 'disabled';
  if (webhook.suspended_at !== undefined) return 'suspended';
  return webhook.failing_since === undefined ? 'enabled' : 'failing';
}
