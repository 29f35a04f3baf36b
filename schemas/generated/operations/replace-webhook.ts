// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/replace-webhook.js';
import type { ReplaceWebhookRequest } from '../types.ts';

export const replaceWebhook: Contract<ReplaceWebhookRequest> = {
  name: 'replaceWebhook',
  row: {"route":"PUT /api/webhooks/{webhookId}","permission":"configuration.write","success":200,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
