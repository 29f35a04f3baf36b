// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-webhook-deliveries.js';
import type { ListWebhookDeliveriesRequest } from '../types.ts';

export const listWebhookDeliveries: Contract<ListWebhookDeliveriesRequest> = {
  name: 'listWebhookDeliveries',
  row: {"route":"GET /api/webhooks/{webhookId}/deliveries","permission":["finance.read","configuration.write"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
