// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-webhook.js';
import type { GetWebhookRequest } from '../types.ts';

export const getWebhook: Contract<GetWebhookRequest> = {
  name: 'getWebhook',
  row: {"route":"GET /api/webhooks/{webhookId}","permission":["finance.read","configuration.write"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
