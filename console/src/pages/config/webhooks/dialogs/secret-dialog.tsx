import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { focusHeading } from '../../editing/form-focus.ts';
import { editingText } from '../../editing/messages.ts';
import { webhookText } from '../messages.ts';
import { SecretPanel } from './secret-panel.tsx';

interface SecretDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

export function SecretDialog({ webhookId, onClose }: SecretDialogProps) {
  const close = () => {
    onClose();
    focusHeading();
  };
  return (
    <Modal visible header={webhookText('secret')} onDismiss={close}>
      <SpaceBetween size="m">
        <div>{webhookText('showSecretSentence')}</div>
        <SecretPanel webhookId={webhookId} />
        <Button onClick={close}>{editingText('close')}</Button>
      </SpaceBetween>
    </Modal>
  );
}
