import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Webhook } from '../../../../../client/client.ts';
import { CopyId } from '../../../parts/copy-id.tsx';
import '../../../parts/facts/facts.css';
import { Instant } from '../../../parts/instant.tsx';
import { describeEventTypes } from './event-types.ts';
import { webhookText } from './messages.ts';
import { WebhookStateBadge } from './webhook-state-badge.tsx';

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { id, description = '–', event_types, version, previous_secret_until } = webhook;
  return (
    <Container header={<Header variant="h2">{webhookText('facts')}</Header>}>
      <div className="fact-values">
        <KeyValuePairs
          columns={3}
          items={[
            { label: webhookText('state'), value: <WebhookStateBadge webhook={webhook} /> },
            { label: webhookText('events'), value: describeEventTypes(event_types) },
            { label: webhookText('description'), value: description },
            { label: webhookText('webhook'), value: <CopyId id={id} /> },
            { label: webhookText('version'), value: version },
            { label: webhookText('secretVersion'), value: webhook.secret_version },
            {
              label: webhookText('secretCreated'),
              value: <Instant value={webhook.secret_created_at} />,
            },
            {
              label: webhookText('previousSecret'),
              value:
                previous_secret_until === undefined ? (
                  '–'
                ) : (
                  <Instant value={previous_secret_until} />
                ),
            },
            { label: webhookText('updated'), value: <Instant value={webhook.updated_at} /> },
            { label: webhookText('created'), value: <Instant value={webhook.created_at} /> },
          ]}
        />
      </div>
    </Container>
  );
}
