// A change that needs no input but the operator's word.
import Modal from '@cloudscape-design/components/modal';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { ChangeResult } from './change-result.tsx';
import type { ChangeAnswer } from './change-result.tsx';
import { focusHeading } from './form-focus.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

interface ConfirmationDialogProps {
  readonly title: string;
  readonly sentence: string;
  readonly submitLabel: string;
  /** The operation of the API. */
  readonly operation: string;
  readonly send: (key: string) => Promise<ChangeAnswer>;
  readonly onClose: () => void;
}

export function ConfirmationDialog(props: ConfirmationDialogProps) {
  const { title, sentence, submitLabel, operation, send, onClose } = props;
  const { stage, isLocked, submit } = useSubmission({
    operation,
    isDirty: false,
    send: (_body: undefined, key) => send(key),
  });
  useLeaveWarning(stage);
  const isDone = stage.kind === 'done';
  const close = () => {
    if (isLocked && !isDone) return;
    onClose();
    focusHeading();
  };
  return (
    <Modal visible header={title} onDismiss={close}>
      {isDone ? (
        <ChangeResult answer={stage.answer} isEarlier={stage.isEarlier} onClose={close} />
      ) : (
        <SubmissionForm
          stage={stage}
          submitLabel={submitLabel}
          onSubmit={() => submit(undefined)}
          onCancel={close}
        >
          {sentence}
        </SubmissionForm>
      )}
    </Modal>
  );
}
