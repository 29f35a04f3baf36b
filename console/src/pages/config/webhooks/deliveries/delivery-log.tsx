// What became of the events of a webhook. The delivery of the address is shown with its attempts.
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../../api/api-clients.ts';
import { useFilteredList } from '../../../../api/use-filtered-list.ts';
import { ChoiceField } from '../../../../parts/fields/choice-field.tsx';
import { ListPage } from '../../../../parts/list-page.tsx';
import { useIsPermitted } from '../../../../session/session-context.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryText } from './messages.ts';
import { OpenDelivery } from './open-delivery.tsx';

const route = getRouteApi('/config/webhooks/$webhookId');

interface DeliveryLogProps {
  readonly webhookId: string;
  readonly onRedrive: (dialog: 'redrive' | 'redrive-event') => void;
}

export function DeliveryLog({ webhookId, onRedrive }: DeliveryLogProps) {
  const { state, event } = route.useSearch();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useFilteredList({
    operation: 'listWebhookDeliveries',
    path: { webhookId },
    filter: state === undefined ? {} : { state },
    read: (query) =>
      ledger.GET('/api/webhooks/{webhookId}/deliveries', {
        params: { path: { webhookId }, query },
      }),
  });
  return (
    <SpaceBetween size="m">
      {event !== undefined && (
        <OpenDelivery
          webhookId={webhookId}
          eventId={event}
          onRedrive={() => onRedrive('redrive-event')}
        />
      )}
      <ListPage
        title={deliveryText('title')}
        level="h2"
        list={list}
        columns={deliveryColumns}
        readId={({ event_id }) => event_id}
        empty={deliveryText(state === undefined ? 'none' : 'noMatch')}
        filters={<StateFilter />}
        actions={
          isPermitted && (
            <Button onClick={() => onRedrive('redrive')}>{deliveryText('redriveAll')}</Button>
          )
        }
      />
    </SpaceBetween>
  );
}

/** The states by which the API finds deliveries. */
const STATE_WORDS = { PENDING: 'pending', DELIVERED: 'delivered', DEAD: 'dead' } as const;

function StateFilter() {
  const { state, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const options = [
    { value: '', label: deliveryText('anyState') },
    ...Object.entries(STATE_WORDS).map(([value, word]) => ({ value, label: deliveryText(word) })),
  ];
  return (
    <ChoiceField
      label={deliveryText('state')}
      options={options}
      value={state ?? ''}
      onChange={(value) =>
        void navigate({
          search: { ...search, ...(isState(value) && { state: value }) },
          resetScroll: false,
        })
      }
    />
  );
}

function isState(value: string): value is keyof typeof STATE_WORDS {
  return Object.hasOwn(STATE_WORDS, value);
}
