// How webhooks, their deliveries and what is known of their receivers are keyed and stored.
import type { Delivery } from '../../domain/webhooks/deliveries.ts';
import type { WebhookHealth } from '../../domain/webhooks/webhook-health.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import type { RecordKind } from '../record-kinds.ts';
import {
  count,
  flag,
  hidden,
  json,
  readOptionalText,
  sortKey,
  text,
  texts,
  unstored,
} from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { WEBHOOK_INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readText } from '../store/attributes.ts';

const buildPartition = (tenant: string, kind: RecordKind, ...parts: string[]): string =>
  [`${keys.tenant(tenant)}${kind}`, ...parts].join('#');

export const webhookKeys = {
  /** Webhooks, in one partition: a tenant has few, and each event is matched with all. */
  webhook: (tenant: string, id: string): Key => ({ PK: webhookKeys.webhooks(tenant), SK: id }),
  webhooks: (tenant: string): string => buildPartition(tenant, 'WHK'),
  /** The deliveries of a webhook, by the event, which is in the order of time. */
  delivery: (tenant: string, webhookId: string, eventId: string): Key => ({
    PK: webhookKeys.deliveries(tenant, webhookId),
    SK: eventId,
  }),
  deliveries: (tenant: string, webhookId: string): string =>
    buildPartition(tenant, 'WHD', webhookId),
  /** Whether the receiver of a webhook takes events. */
  health: (tenant: string, webhookId: string): Key => ({
    PK: buildPartition(tenant, 'WHH', webhookId),
    SK: 'H',
  }),
  /** What the secrets of a tenant are derived from. */
  seed: (tenant: string): Key => ({ PK: buildPartition(tenant, 'WHS'), SK: 'S' }),
};

export const webhookFields = fields<Webhook>()({
  id: sortKey(),
  url: text('url'),
  eventTypes: texts('event_types'),
  description: readOptionalText(text('description')),
  enabled: flag('enabled'),
  secretVersion: count('secret_version'),
  secretCreatedAt: text('secret_created_at'),
  previousSecretUntil: readOptionalText(text('previous_secret_until')),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
  deletedAt: readOptionalText(text('deleted_at')),
});

export const deliveryFields = fields<Delivery>()({
  eventId: unstored('event_id', (item) => readText(item, 'SK')),
  webhookId: unstored('webhook_id', (item) => readText(item, 'PK').split('#').at(-1) ?? ''),
  eventType: text('event_type'),
  aggregateId: text('aggregate_id'),
  receiptKey: hidden(text('receipt_key')),
  state: text('state'),
  failure: readOptionalText(text('failure')),
  createdAt: text('created_at'),
  dueAt: readOptionalText(text('due_at', 'next_attempt_at')),
  fresh: hidden(readOptionalText(text('fresh'))),
  redrivenBy: hidden(readOptionalText(text('redriven_by'))),
  deliveredAt: readOptionalText(text('delivered_at')),
  attempts: json('attempts'),
  tries: hidden(count('tries')),
  revision: hidden(count('revision')),
  expiresAt: hidden(count('ttl')),
});

export const healthFields = fields<WebhookHealth>()({
  webhookId: hidden(unstored('webhook_id', (item) => readText(item, 'PK').split('#').at(-1) ?? '')),
  webhookVersion: hidden(count('webhook_version')),
  failingSince: readOptionalText(text('failing_since')),
  suspendedAt: readOptionalText(text('suspended_at')),
  judgedAt: hidden(readOptionalText(text('judged_at'))),
  revision: hidden(readOptionalText(count('revision'))),
});

/** The item of a delivery, with the partition keys of the indexes that list it in its state. */
export function toDeliveryItem(tenant: string, delivery: Delivery): Item {
  const key = webhookKeys.delivery(tenant, delivery.webhookId, delivery.eventId);
  const item = deliveryFields.toItem(key, delivery);
  const { pending, dead } = WEBHOOK_INDEXES;
  if (delivery.state === 'PENDING') return { ...item, [pending.partition]: key.PK };
  return delivery.state === 'DEAD' ? { ...item, [dead.partition]: key.PK } : item;
}

/** The item of what is known of a receiver. */
export function toHealthItem(tenant: string, health: WebhookHealth): Item {
  return healthFields.toItem(webhookKeys.health(tenant, health.webhookId), health);
}
