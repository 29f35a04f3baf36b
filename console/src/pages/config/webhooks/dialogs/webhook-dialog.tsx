// What an operator does with a webhook besides changing it, each in a dialog that asks before.
import type { Webhook } from '../../../../../../client/client.ts';
import { RedriveDialog } from '../deliveries/redrive-dialog.tsx';
import { DeletionDialog, RotationDialog, TestDialog } from './confirmations.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export type WebhookDialogName =
  'delete' | 'secret' | 'rotation' | 'test' | 'redrive' | 'redrive-event';

interface WebhookDialogProps {
  readonly name: WebhookDialogName;
  readonly webhook: Webhook;
  /** The event of the open delivery. */
  readonly eventId: string | undefined;
  /** Called when events are on their way to the receiver. */
  readonly onSent: () => void;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function WebhookDialog(props: WebhookDialogProps) {
  const { name, webhook, eventId, onSent, onClose, onDeleted } = props;
  const { id: webhookId } = webhook;
  switch (name) {
    case 'delete':
      return <DeletionDialog webhook={webhook} onClose={onClose} onDeleted={onDeleted} />;
    case 'secret':
      return <SecretDialog webhookId={webhookId} onClose={onClose} />;
    case 'rotation':
      return <RotationDialog webhookId={webhookId} onClose={onClose} />;
    case 'test':
      return <TestDialog webhook={webhook} onSent={onSent} onClose={onClose} />;
    case 'redrive':
      return <RedriveDialog webhookId={webhookId} onSent={onSent} onClose={onClose} />;
    case 'redrive-event':
      return eventId === undefined ? null : (
        <RedriveDialog webhookId={webhookId} eventId={eventId} onSent={onSent} onClose={onClose} />
      );
  }
}
