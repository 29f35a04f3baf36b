import { rotateWebhookSecret } from '../../../schemas/generated/operations/rotate-webhook-secret.ts';
import { rotateSecret } from '../../domain/webhooks/webhooks.ts';
import { readWebhookToChange } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { commitWebhook } from './commit-webhook.ts';

export const handler = operation(rotateWebhookSecret, async ({ path, session, now }) => {
  const webhook = await readWebhookToChange(session, path.webhookId);
  return commitWebhook(session, rotateSecret(webhook, now), 'secret_rotated');
});
