// What all operations that change a webhook share.
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildWebhookWrite } from '../../ledger/webhooks/webhooks.ts';
import { toWebhookView } from '../../views/webhooks/webhook.ts';

/** Commits the webhook with its event. */
export function commitWebhook(
  session: Session,
  webhook: Webhook,
  change: 'created' | 'replaced' | 'secret_rotated' | 'deleted',
): Promise<Outcome> {
  const { id: aggregateId, version } = webhook;
  return commit(session, {
    writes: [buildWebhookWrite(session, webhook)],
    events: [{ type: `webhook.${change}`, aggregateId, version, payloadAt: '' }],
    status: change === 'created' ? 201 : 200,
    body: toWebhookView(webhook),
  });
}
