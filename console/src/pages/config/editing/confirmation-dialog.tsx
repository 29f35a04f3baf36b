// A change that needs no input but the operator's word.
import Modal from '@cloudscape-design/components/modal';
import type { ReactNode } from 'react';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { ChangeResult } from './change-result.tsx';
import type { ChangeAnswer } from './change-result.tsx';
import { focusHeading } from './form-focus.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

interface ConfirmationDialogProps<Answer extends ChangeAnswer> {
  readonly title: string;
  readonly sentence: string;
  readonly submitLabel: string;
  /** The operation of the API. */
  readonly operation: string;
  readonly send: (key: string) => Promise<Answer>;
  /** Shows what has become of it, where that is not a change that was saved. */
  readonly renderResult?: (answer: Answer) => ReactNode;
  readonly onClose: (isDone: boolean) => void;
}

export function ConfirmationDialog<Answer extends ChangeAnswer>(
  props: ConfirmationDialogProps<Answer>,
) {
  const { title, sentence, submitLabel, operation, send, renderResult, onClose } = props;
  const { stage, isLocked, submit } = useSubmission({
    operation,
    isDirty: false,
    send: (_body: undefined, key) => send(key),
  });
  useLeaveWarning(stage);
  const isDone = stage.kind === 'done';
  const close = () => {
    if (isLocked && !isDone) return;
    onClose(isDone);
    focusHeading();
  };
  return (
    <Modal visible header={title} onDismiss={close}>
      {isDone ? (
        <ChangeResult answer={stage.answer} isEarlier={stage.isEarlier} onClose={close}>
          {renderResult?.(stage.answer)}
        </ChangeResult>
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
