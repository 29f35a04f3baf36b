// Webhooks: where events are sent, and what became of each.
import { CHANGES_CONFIGURATION } from '../row.ts';
import type { Operation } from '../row.ts';

const WRITES = [
  'ledger:BatchGetItem',
  'ledger:PutItem',
  'receipts:GetItem',
  'receipts:BatchGetItem',
  'receipts:PutItem',
] as const;

// prettier-ignore
export const webhooks = {
  listWebhooks: {
    route: 'GET /api/webhooks', api: 'ledger', area: 'webhooks', permission: ['finance.read', 'configuration.write'], success: 200, idempotent: false,
    uses: ['ledger:Query', 'webhooks:BatchGetItem'], refuses: [],
    summary: 'List the webhooks of the tenant, oldest first.',
  },
  createWebhook: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/webhooks', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getWebhook', uses: ['ledger:Query', 'ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem'], refuses: ['invalid_webhook', 'too_many_webhooks'],
    summary: 'Have events of some types, or of all, sent to an address.',
  },
  getWebhook: {
    route: 'GET /api/webhooks/{webhookId}', api: 'ledger', area: 'webhooks', permission: ['finance.read', 'configuration.write'], success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'webhooks:GetItem'], refuses: ['webhook_not_found'],
    summary: 'Read a webhook, and since when its receiver fails.',
  },
  replaceWebhook: {
    ...CHANGES_CONFIGURATION, route: 'PUT /api/webhooks/{webhookId}', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 200, idempotent: true,
    uses: WRITES, refuses: ['invalid_webhook', 'webhook_not_found', 'webhook_changed'],
    summary: 'Replace a webhook, provided that it still has the version given. A suspended one gets events again.',
  },
  deleteWebhook: {
    route: 'DELETE /api/webhooks/{webhookId}', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 200, idempotent: true,
    uses: WRITES, refuses: ['webhook_not_found'],
    summary: 'Delete a webhook; what waits for it is not sent any more.',
  },
  revealWebhookSecret: {
    route: 'POST /api/webhooks/{webhookId}/secret', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'webhooks:GetItem', 'webhooks:PutItem'], refuses: ['webhook_not_found', 'webhook_secret_not_shown'],
    summary: 'Show the secret that signs the deliveries of a webhook, for a day after it was made.',
  },
  rotateWebhookSecret: {
    route: 'POST /api/webhooks/{webhookId}/secret/rotation', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 200, idempotent: true,
    uses: WRITES, refuses: ['webhook_not_found'],
    summary: 'Make another secret for a webhook; the one before signs too for a day.',
  },
  testWebhook: {
    route: 'POST /api/webhooks/{webhookId}/test', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 202, idempotent: true,
    uses: ['ledger:BatchGetItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['webhook_not_found'],
    summary: 'Send a test event to a webhook, whatever types it has and whether or not it is enabled.',
  },
  listWebhookDeliveries: {
    route: 'GET /api/webhooks/{webhookId}/deliveries', api: 'ledger', area: 'webhooks', permission: ['finance.read', 'configuration.write'], success: 200, idempotent: false,
    list: 'page', uses: ['ledger:GetItem', 'webhooks:Query', 'webhooks/deliveries-pending:Query', 'webhooks/deliveries-dead:Query'], refuses: ['webhook_not_found', 'invalid_cursor'],
    summary: 'List the deliveries of a webhook of the last month, newest event first, with their attempts.',
  },
  getWebhookDelivery: {
    route: 'GET /api/webhooks/{webhookId}/deliveries/{eventId}', api: 'ledger', area: 'webhooks', permission: ['finance.read', 'configuration.write'], success: 200, idempotent: false,
    uses: ['webhooks:GetItem'], refuses: ['webhook_delivery_not_found'],
    summary: 'Read the delivery of an event to a webhook, with its attempts.',
  },
  redriveWebhookDeliveries: {
    route: 'POST /api/webhooks/{webhookId}/redrive', api: 'ledger', area: 'webhooks', permission: 'configuration.write', success: 202, idempotent: true,
    uses: ['ledger:BatchGetItem', 'webhooks:BatchGetItem', 'webhooks/deliveries-dead:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['webhook_not_found', 'webhook_delivery_not_found'],
    summary: 'Send some events again, or the oldest hundred dead letters.',
  },
} as const satisfies Record<string, Operation>;
