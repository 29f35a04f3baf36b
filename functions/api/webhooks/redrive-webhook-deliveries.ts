import { redriveWebhookDeliveries } from '../../../schemas/generated/operations/redrive-webhook-deliveries.ts';
import { REDRIVE_EVENT } from '../../domain/webhooks/webhooks.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { listDeadEvents, requireDeliveries } from '../../ledger/webhooks/deliveries.ts';
import { readWebhookToChange } from '../../ledger/webhooks/webhooks.ts';
import { operation } from '../../runtime/operation.ts';

// The publisher carries it out when it reads the event, as it starts accepted batches.
export const handler = operation(redriveWebhookDeliveries, async ({ path, body, session }) => {
  const { id: aggregateId, version } = await readWebhookToChange(session, path.webhookId);
  const { event_ids: named } = body;
  if (named) await requireDeliveries(session, aggregateId, named);
  const { eventIds, hasMore } = named
    ? { eventIds: named, hasMore: false }
    : await listDeadEvents(session, aggregateId);
  return commit(session, {
    writes: [],
    events: [{ type: REDRIVE_EVENT, aggregateId, version, payloadAt: '' }],
    status: 202,
    body: { webhook_id: aggregateId, event_ids: eventIds, has_more: hasMore },
  });
});
