import { deleteWebhook as contract } from '../../../schemas/generated/operations/delete-webhook.ts';
import { deleteWebhook } from '../../domain/webhooks/webhooks.ts';
import { readWebhookToChange } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { commitWebhook } from './commit-webhook.ts';

export const handler = operation(contract, async ({ path, session, now }) => {
  const webhook = await readWebhookToChange(session, path.webhookId);
  return commitWebhook(session, deleteWebhook(webhook, now), 'deleted');
});
