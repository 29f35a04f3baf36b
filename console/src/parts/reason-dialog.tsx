// A dialog that asks for a request which another operator decides. All that it needs is the reason.
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useEffect, useState } from 'react';
import { useSubmission } from '../api/use-submission.ts';
import { partsText } from './parts-messages.ts';
import { SubmissionForm } from './submission-form.tsx';

interface ReasonDialogProps<Answer> {
  /** The heading, and the label of the button that sends. */
  readonly action: string;
  readonly question: string;
  /** The operation of the API. */
  readonly operation: string;
  readonly send: (reason: string, key: string) => Promise<Answer>;
  /** Without an answer, nothing was sent. */
  readonly onClose: (answer?: Answer) => void;
}

export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { action, question, operation, send, onClose } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { stage, isLocked, submit } = useSubmission({ operation, send, isDirty: reason !== '' });
  const isMissing = isChecked && reason.trim() === '';
  useEffect(() => {
    if (stage.kind === 'done') onClose(stage.answer);
  }, [stage, onClose]);
  const submitReason = () => {
    setIsChecked(true);
    if (reason.trim() !== '') submit(reason.trim());
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={action} onDismiss={close}>
      <SubmissionForm stage={stage} submitLabel={action} onSubmit={submitReason} onCancel={close}>
        <SpaceBetween size="m">
          <div>{question}</div>
          <FormField
            label={partsText('reason')}
            errorText={isMissing ? partsText('reasonMissing') : undefined}
          >
            <Textarea
              autoFocus
              value={reason}
              readOnly={isLocked}
              onChange={({ detail }) => setReason(detail.value)}
              onBlur={() => setIsChecked(true)}
            />
          </FormField>
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}
