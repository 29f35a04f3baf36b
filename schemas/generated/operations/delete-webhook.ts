// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/delete-webhook.js';
import type { DeleteWebhookRequest } from '../types.ts';

export const deleteWebhook: Contract<DeleteWebhookRequest> = {
  name: 'deleteWebhook',
  row: {"route":"DELETE /api/webhooks/{webhookId}","permission":"configuration.write","success":200,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
