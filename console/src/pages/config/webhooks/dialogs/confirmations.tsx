import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import type { Webhook } from '../../../../../../client/client.ts';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ConfirmationDialog } from '../../editing/confirmation-dialog.tsx';
import { webhookText } from '../messages.ts';
import { SecretPanel } from './secret-panel.tsx';

interface DialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Makes another secret, and shows it to the operator who asks for it. */
export function RotationDialog({ webhookId, onClose }: DialogProps) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={webhookText('rotateTitle')}
      sentence={webhookText('rotateSentence')}
      submitLabel={webhookText('rotate')}
      operation="rotateWebhookSecret"
      send={async (key) =>
        requireData(
          await ledger.POST('/api/webhooks/{webhookId}/secret/rotation', {
            params: { path: { webhookId }, header: { 'Idempotency-Key': key } },
          }),
        )
      }
      renderResult={() => (
        <SpaceBetween size="m">
          <div>{webhookText('rotated')}</div>
          <SecretPanel webhookId={webhookId} />
        </SpaceBetween>
      )}
      onClose={onClose}
    />
  );
}

interface TestDialogProps {
  readonly webhook: Webhook;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

export function TestDialog({ webhook: { id, url }, onSent, onClose }: TestDialogProps) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={webhookText('testTitle')}
      sentence={webhookText('testSentence', { url })}
      submitLabel={webhookText('test')}
      operation="testWebhook"
      send={async (key) => {
        const answer = await ledger.POST('/api/webhooks/{webhookId}/test', {
          params: { path: { webhookId: id }, header: { 'Idempotency-Key': key } },
        });
        const tested = requireData(answer);
        onSent();
        return tested;
      }}
      renderResult={() => webhookText('testSent')}
      onClose={onClose}
    />
  );
}

interface WebhookDeletionProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeletionDialog(props: WebhookDeletionProps) {
  const { webhook, onClose, onDeleted } = props;
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={webhookText('deleteTitle', { url: webhook.url })}
      sentence={webhookText('deleteSentence')}
      submitLabel={webhookText('deleteSubmit')}
      operation="deleteWebhook"
      send={async (key) =>
        requireData(
          await ledger.DELETE('/api/webhooks/{webhookId}', {
            params: { path: { webhookId: webhook.id }, header: { 'Idempotency-Key': key } },
          }),
        )
      }
      renderResult={() => webhookText('deleted')}
      onClose={(isDone) => (isDone ? onDeleted() : onClose())}
    />
  );
}
