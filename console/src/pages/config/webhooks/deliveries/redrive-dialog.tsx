import Box from '@cloudscape-design/components/box';
import type { WebhookRedrive } from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { ConfirmationDialog } from '../../editing/confirmation-dialog.tsx';
import { deliveryText } from './messages.ts';

interface RedriveDialogProps {
  readonly webhookId: string;
  /** Undefined for the dead letters. */
  readonly eventId?: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Sends one event again, or the oldest dead letters. */
export function RedriveDialog({ webhookId, eventId, onSent, onClose }: RedriveDialogProps) {
  const { ledger } = useApi();
  const kind = eventId === undefined ? 'redriveAll' : 'redriveEvent';
  return (
    <ConfirmationDialog
      title={deliveryText(`${kind}Title`)}
      sentence={deliveryText(`${kind}Sentence`)}
      submitLabel={deliveryText(kind)}
      operation="redriveWebhookDeliveries"
      send={async (key) => {
        const answer = await ledger.POST('/api/webhooks/{webhookId}/redrive', {
          params: { path: { webhookId }, header: { 'Idempotency-Key': key } },
          body: eventId === undefined ? {} : { event_ids: [eventId] },
        });
        const redrive = requireData(answer);
        onSent();
        return redrive;
      }}
      renderResult={(redrive) => <RedriveResult redrive={redrive} />}
      onClose={onClose}
    />
  );
}

function RedriveResult({ redrive }: { readonly redrive: WebhookRedrive }) {
  const { event_ids, has_more } = redrive;
  const count = event_ids.length;
  return (
    <>
      <Box>
        {count === 0 ? deliveryText('nothingRedriven') : deliveryText('redriven', { count })}
      </Box>
      {has_more && <Box>{deliveryText('moreDead')}</Box>}
    </>
  );
}
