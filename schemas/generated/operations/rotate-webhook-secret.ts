// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/rotate-webhook-secret.js';
import type { RotateWebhookSecretRequest } from '../types.ts';

export const rotateWebhookSecret: Contract<RotateWebhookSecretRequest> = {
  name: 'rotateWebhookSecret',
  row: {"route":"POST /api/webhooks/{webhookId}/secret/rotation","permission":"configuration.write","success":200,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
