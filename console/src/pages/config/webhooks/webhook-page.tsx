import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { DetailPage } from '../detail-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { DeliveryLog } from './deliveries/delivery-log.tsx';
import { useFollowedDeliveries } from './deliveries/use-followed-deliveries.ts';
import { webhookText } from './messages.ts';
import type { WebhookDialogName } from './dialogs/webhook-dialog.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

const WebhookDialog = loadPart(
  async () => (await import('./dialogs/webhook-dialog.tsx')).WebhookDialog,
);
const WebhookForm = loadPart(async () => (await import('./webhook-form.tsx')).WebhookForm);

const route = getRouteApi('/config/webhooks/$webhookId');

const WEBHOOK_CHANGES = ['replaceWebhook'] as const;

type WebhookPageForm = 'edit' | WebhookDialogName;

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { form, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useWebhook(webhookId);
  const webhook = query.data;
  const show = (next?: WebhookPageForm) =>
    void navigate({
      search: { ...search, ...(next !== undefined && { form: next }) },
      resetScroll: false,
    });
  const isChangeable = isPermitted && webhook !== undefined;
  return (
    <DetailPage
      title={webhook?.url ?? webhookText('webhook')}
      reading={query}
      actions={isChangeable && form !== 'edit' && <Actions show={show} />}
    >
      <PendingChanges
        operations={WEBHOOK_CHANGES}
        isAbout={({ path }) => path['webhookId'] === webhookId}
      />
      {isChangeable && (
        <OpenForm webhook={webhook} onChanged={() => void query.refetch()} onClose={() => show()} />
      )}
      {webhook !== undefined && query.error === null && (
        <>
          <WebhookFacts webhook={webhook} />
          <DeliveryLog webhookId={webhookId} onRedrive={show} />
        </>
      )}
    </DetailPage>
  );
}

interface OpenFormProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The form or the dialog of the address. */
function OpenForm({ webhook, onChanged, onClose }: OpenFormProps) {
  const { form, event } = route.useSearch();
  const navigate = route.useNavigate();
  const [sent, setSent] = useState(0);
  useFollowedDeliveries(sent);
  if (form === undefined) return null;
  if (form === 'edit') {
    return (
      <WebhookForm key={webhook.id} webhook={webhook} onChanged={onChanged} onClose={onClose} />
    );
  }
  return (
    <WebhookDialog
      name={form}
      webhook={webhook}
      eventId={event}
      onSent={() => setSent((count) => count + 1)}
      onClose={onClose}
      onDeleted={() => void navigate({ to: '/config/webhooks' })}
    />
  );
}

function useWebhook(webhookId: string) {
  const { ledger } = useApi();
  return useQuery({
    queryKey: useOperationKey('getWebhook', { webhookId }),
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/webhooks/{webhookId}', { params: { path: { webhookId } } }),
      ),
  });
}

function Actions({ show }: { readonly show: (form: WebhookPageForm) => void }) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => show('delete')}>{webhookText('delete')}</Button>
      <Button onClick={() => show('secret')}>{webhookText('showSecret')}</Button>
      <Button onClick={() => show('rotation')}>{webhookText('rotate')}</Button>
      <Button onClick={() => show('test')}>{webhookText('test')}</Button>
      <Button onClick={() => show('edit')}>{webhookText('change')}</Button>
    </SpaceBetween>
  );
}
