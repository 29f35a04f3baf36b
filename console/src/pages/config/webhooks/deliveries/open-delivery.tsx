import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookDelivery } from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { useOperationKey } from '../../../../api/queries.ts';
import { CopyId } from '../../../../parts/copy-id.tsx';
import { ErrorPanel } from '../../../../parts/error-panel.tsx';
import { FactTable } from '../../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../../parts/instant.tsx';
import { useDelay } from '../../../../parts/use-delay.ts';
import { useFollow } from '../../../../routing/use-follow.ts';
import { useRecordAddress } from '../../../../routing/use-record-address.ts';
import { useIsPermitted } from '../../../../session/session-context.tsx';
import { shortenIdentifier } from '../../../../values/identifiers.ts';
import { useOpenedFocus } from '../../history/use-opened-focus.ts';
import { attemptColumns } from './delivery-columns.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';
import { deliveryText } from './messages.ts';

const route = getRouteApi('/config/webhooks/$webhookId');

interface OpenDeliveryProps {
  readonly webhookId: string;
  readonly eventId: string;
  readonly onRedrive: () => void;
}

/** One delivery, with what each attempt came to. */
export function OpenDelivery({ webhookId, eventId, onRedrive }: OpenDeliveryProps) {
  const { data, error, isPending, refetch } = useDelivery(webhookId, eventId);
  const isLoading = useDelay(isPending);
  const ref = useOpenedFocus(eventId);
  return (
    <div ref={ref} tabIndex={-1}>
      <Container
        header={
          <Header
            variant="h2"
            actions={<Actions isRead={data !== undefined} onRedrive={onRedrive} />}
          >
            {data?.event_type ?? deliveryText('event')}
          </Header>
        }
      >
        <SpaceBetween size="m">
          {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
          {isLoading && <Spinner />}
          {data !== undefined && <DeliveryFacts delivery={data} />}
        </SpaceBetween>
      </Container>
    </div>
  );
}

function useDelivery(webhookId: string, eventId: string) {
  const { ledger } = useApi();
  return useQuery({
    queryKey: useOperationKey('getWebhookDelivery', { webhookId, eventId }),
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/webhooks/{webhookId}/deliveries/{eventId}', {
          params: { path: { webhookId, eventId } },
        }),
      ),
  });
}

interface ActionsProps {
  readonly isRead: boolean;
  readonly onRedrive: () => void;
}

function Actions({ isRead, onRedrive }: ActionsProps) {
  const { event: _event, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const isPermitted = useIsPermitted(['configuration.write']);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {isPermitted && isRead && <Button onClick={onRedrive}>{deliveryText('redriveEvent')}</Button>}
      <Button onClick={() => void navigate({ search, resetScroll: false })}>
        {deliveryText('close')}
      </Button>
    </SpaceBetween>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { event_id, aggregate_id, created_at, delivered_at, attempts } = delivery;
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={3}
        items={[
          { label: deliveryText('state'), value: <DeliveryStateBadge delivery={delivery} /> },
          { label: deliveryText('event'), value: <CopyId id={event_id} /> },
          { label: deliveryText('record'), value: <RecordLink id={aggregate_id} /> },
          { label: deliveryText('created'), value: <Instant value={created_at} /> },
          {
            label: deliveryText('deliveredAt'),
            value: delivered_at === undefined ? '–' : <Instant value={delivered_at} />,
          },
        ]}
      />
      {attempts.length === 0 && <div>{deliveryText('noAttempt')}</div>}
      <FactTable title={deliveryText('attempts')} items={attempts} columns={attemptColumns} />
    </SpaceBetween>
  );
}

/** The record that the event is about: a link, where a page shows it. */
function RecordLink({ id }: { readonly id: string }) {
  const address = useRecordAddress()(id);
  const follow = useFollow();
  if (address === undefined) return <CopyId id={id} />;
  return (
    <Link href={address} onFollow={follow}>
      {shortenIdentifier(id)}
    </Link>
  );
}
