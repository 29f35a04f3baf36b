// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-webhook-delivery.js';
import type { GetWebhookDeliveryRequest } from '../types.ts';

export const getWebhookDelivery: Contract<GetWebhookDeliveryRequest> = {
  name: 'getWebhookDelivery',
  row: {"route":"GET /api/webhooks/{webhookId}/deliveries/{eventId}","permission":["finance.read","configuration.write"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
