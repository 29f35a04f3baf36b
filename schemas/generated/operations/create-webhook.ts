// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-webhook.js';
import type { CreateWebhookRequest } from '../types.ts';

export const createWebhook: Contract<CreateWebhookRequest> = {
  name: 'createWebhook',
  row: {"route":"POST /api/webhooks","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/webhooks/{webhookId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
