import Button from '@cloudscape-design/components/button';
import { getRouteApi } from '@tanstack/react-router';
import type { Webhook } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { useFilteredList } from '../../../api/use-filtered-list.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { loadPart } from '../../../parts/load-part.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { summarizeEventTypes } from './event-types.ts';
import { webhookText } from './messages.ts';
import { WebhookStateBadge } from './webhook-state-badge.tsx';

const WebhookForm = loadPart(async () => (await import('./webhook-form.tsx')).WebhookForm);

const route = getRouteApi('/config/webhooks');

const WEBHOOK_CHANGES = ['createWebhook', 'replaceWebhook'] as const;

const columns: readonly ListColumn<Webhook>[] = [
  {
    id: 'url',
    header: webhookText('url'),
    isRowHeader: true,
    cell: ({ id, url }) => (
      <PageLink to="/config/webhooks/$webhookId" params={{ webhookId: id }}>
        {url}
      </PageLink>
    ),
  },
  {
    id: 'description',
    header: webhookText('description'),
    cell: ({ description = '–' }) => description,
  },
  {
    id: 'events',
    header: webhookText('events'),
    cell: ({ event_types }) => summarizeEventTypes(event_types),
  },
  {
    id: 'state',
    header: webhookText('state'),
    cell: (webhook) => <WebhookStateBadge webhook={webhook} />,
  },
  { id: 'version', header: webhookText('version'), cell: ({ version }) => version },
  {
    id: 'updated',
    header: webhookText('updated'),
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

export function WebhooksPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useFilteredList({
    operation: 'listWebhooks',
    filter: {},
    // They are so few that the API has no pages of them.
    read: () => ledger.GET('/api/webhooks'),
  });
  return (
    <KindPage kind="webhooks">
      {isPermitted && form === 'new' && (
        <WebhookForm webhook={undefined} onClose={() => void navigate({ search: {} })} />
      )}
      <PendingChanges operations={WEBHOOK_CHANGES} isAbout={() => true} />
      <ListPage
        title={webhookText('title')}
        level="h2"
        list={list}
        columns={columns}
        readId={({ id }) => id}
        empty={webhookText('none')}
        actions={
          isPermitted &&
          form === undefined && (
            <Button onClick={() => void navigate({ search: { form: 'new' } })}>
              {webhookText('create')}
            </Button>
          )
        }
      />
    </KindPage>
  );
}
