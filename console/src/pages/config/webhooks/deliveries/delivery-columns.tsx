import type { WebhookAttempt, WebhookDelivery } from '../../../../../../client/client.ts';
import { CopyId } from '../../../../parts/copy-id.tsx';
import { Instant } from '../../../../parts/instant.tsx';
import type { ListColumn } from '../../../../parts/item-list.tsx';
import { PageLink } from '../../../../routing/page-link.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';
import { deliveryText } from './messages.ts';

export const deliveryColumns: readonly ListColumn<WebhookDelivery>[] = [
  {
    id: 'type',
    header: deliveryText('eventType'),
    isRowHeader: true,
    cell: ({ webhook_id, event_id, event_type }) => (
      <PageLink
        to="/config/webhooks/$webhookId"
        params={{ webhookId: webhook_id }}
        search={({ state }: { readonly state?: WebhookDelivery['state'] }) => ({
          ...(state !== undefined && { state }),
          event: event_id,
        })}
        resetScroll={false}
      >
        {event_type}
      </PageLink>
    ),
  },
  { id: 'event', header: deliveryText('event'), cell: ({ event_id }) => <CopyId id={event_id} /> },
  {
    id: 'state',
    header: deliveryText('state'),
    cell: (delivery) => <DeliveryStateBadge delivery={delivery} />,
  },
  {
    id: 'created',
    header: deliveryText('created'),
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
  { id: 'attempts', header: deliveryText('attempts'), cell: ({ attempts }) => attempts.length },
  {
    id: 'answer',
    header: deliveryText('lastAnswer'),
    cell: ({ attempts }) => describeAnswer(attempts.at(-1)),
  },
];

export const attemptColumns: readonly ListColumn<WebhookAttempt>[] = [
  {
    id: 'at',
    header: deliveryText('at'),
    isRowHeader: true,
    cell: ({ at }) => <Instant value={at} />,
  },
  { id: 'answer', header: deliveryText('answer'), cell: describeAnswer },
  {
    id: 'duration',
    header: deliveryText('duration'),
    cell: ({ milliseconds }) => deliveryText('milliseconds', { count: milliseconds }),
  },
  {
    id: 'excerpt',
    header: deliveryText('excerpt'),
    cell: ({ excerpt = '–' }) => <span className="fact-text">{excerpt}</span>,
  },
];

/** The status of the receiver's answer, or why there is none. */
function describeAnswer(attempt: WebhookAttempt | undefined): string {
  const { status, error = '–' } = attempt ?? {};
  return status === undefined ? error : `${status}`;
}
