import { createWebhook as contract } from '../../../schemas/generated/operations/create-webhook.ts';
import { createWebhook, defineWebhook } from '../../domain/webhooks/webhooks.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { listWebhooks } from '../../ledger/webhooks/webhooks.ts';
import { readWebhookReach } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { commitWebhook } from './commit-webhook.ts';

const reach = readWebhookReach();

export const handler = operation(contract, async ({ body, session, now }) => {
  const content = defineWebhook(body, reach);
  const id = buildIdGenerator(session.store.shards)(now)('whk');
  const existing = (await listWebhooks(session)).length;
  return commitWebhook(session, createWebhook(id, content, { existing, now }), 'created');
});
