// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/reveal-webhook-secret.js';
import type { RevealWebhookSecretRequest } from '../types.ts';

export const revealWebhookSecret: Contract<RevealWebhookSecretRequest> = {
  name: 'revealWebhookSecret',
  row: {"route":"POST /api/webhooks/{webhookId}/secret","permission":"configuration.write","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
