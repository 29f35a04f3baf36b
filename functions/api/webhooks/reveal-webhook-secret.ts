import { revealWebhookSecret } from '../../../schemas/generated/operations/reveal-webhook-secret.ts';
import { computeShownUntil, requireShownSecret } from '../../domain/webhooks/webhooks.ts';
import { formatSecret, openSecrets } from '../../ledger/webhooks/secrets.ts';
import { readWebhook } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';

export const handler = operation(revealWebhookSecret, async ({ path, session, now }) => {
  const webhook = await readWebhook(session, path.webhookId);
  requireShownSecret(webhook, now);
  const deriveSecret = await openSecrets(session);
  return {
    body: {
      secret: formatSecret(deriveSecret(webhook.id, webhook.secretVersion)),
      secret_version: webhook.secretVersion,
      shown_until: computeShownUntil(webhook),
    },
  };
});
