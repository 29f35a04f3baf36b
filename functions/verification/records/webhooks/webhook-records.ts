// How webhooks are verified, and what their events state of them.
import type { StoredEvent } from '../../../ledger/commit/receipt-events.ts';
import { webhookFields, webhookKeys } from '../../../ledger/webhooks/items.ts';
import { toWebhookView } from '../../../views/webhooks/webhook.ts';
import type { ReceiptContent } from '../receipt-content.ts';
import { buildVersionChange, toMembers } from '../record-change.ts';
import type { RecordChange } from '../record-change.ts';
import type { StoredRecordForm } from '../stored-record-form.ts';

export const webhookForm: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = webhookFields.fromItem(item);
    return webhookFields.toItem(webhookKeys.webhook(tenant, stored.id), stored);
  },
  changes: (item) => webhookFields.fromItem(item).version,
  newest: (item) => {
    const stored = webhookFields.fromItem(item);
    return { change: String(stored.version), members: { ...toWebhookView(stored) } };
  },
};

export const webhookEventChanges = {
  'webhook.created': toWebhookChanges,
  'webhook.replaced': toWebhookChanges,
  'webhook.secret_rotated': toWebhookChanges,
  'webhook.deleted': toWebhookChanges,
  // These are for the sender; no record is made with them.
  'webhook.redriven': () => [],
  'webhook.tested': () => [],
} as const;

function toWebhookChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = webhookKeys.webhook(tenant, event.aggregateId);
  return [buildVersionChange('WHK', { key, members: toMembers(event) }, event)];
}
