// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/test-webhook.js';
import type { TestWebhookRequest } from '../types.ts';

export const testWebhook: Contract<TestWebhookRequest> = {
  name: 'testWebhook',
  row: {"route":"POST /api/webhooks/{webhookId}/test","permission":"configuration.write","success":202,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
