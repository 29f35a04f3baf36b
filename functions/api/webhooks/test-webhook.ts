import { testWebhook } from '../../../schemas/generated/operations/test-webhook.ts';
import { TEST_EVENT } from '../../domain/webhooks/webhooks.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readWebhookToChange } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';
import { toWebhookView } from '../../views/webhooks/webhook.ts';

export const handler = operation(testWebhook, async ({ path, session }) => {
  const webhook = await readWebhookToChange(session, path.webhookId);
  const { id: aggregateId, version } = webhook;
  return commit(session, {
    writes: [],
    events: [{ type: TEST_EVENT, aggregateId, version, payloadAt: '' }],
    status: 202,
    body: toWebhookView(webhook),
  });
});
