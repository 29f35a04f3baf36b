// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/redrive-webhook-deliveries.js';
import type { RedriveWebhookDeliveriesRequest } from '../types.ts';

export const redriveWebhookDeliveries: Contract<RedriveWebhookDeliveriesRequest> = {
  name: 'redriveWebhookDeliveries',
  row: {"route":"POST /api/webhooks/{webhookId}/redrive","permission":"configuration.write","success":202,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
