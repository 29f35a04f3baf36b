import { replaceWebhook as contract } from '../../../schemas/generated/operations/replace-webhook.ts';
import { defineWebhook, replaceWebhook } from '../../domain/webhooks/webhooks.ts';
import { readWebhookToChange } from '../../ledger/webhooks/webhooks.ts';
import { readWebhookReach } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { commitWebhook } from './commit-webhook.ts';

const reach = readWebhookReach();

export const handler = operation(contract, async ({ path, body, session, now }) => {
  const content = defineWebhook(body, reach);
  const webhook = await readWebhookToChange(session, path.webhookId);
  return commitWebhook(session, replaceWebhook(webhook, content, body.version, now), 'replaced');
});
