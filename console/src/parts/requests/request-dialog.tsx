import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { TextareaProps } from '@cloudscape-design/components/textarea';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { useFirstFocus } from '../fields/use-first-focus.ts';
import { SubmissionForm } from '../submission-form.tsx';
import { requestsText } from './requests-messages.ts';

/** What the API answers to a request, of any kind. */
export interface RequestReference {
  readonly id: string;
}

interface RequestInput<Fields> {
  readonly reason: string;
  readonly fields: Fields;
}

interface RequestDialogProps<Request extends RequestReference, Fields> {
  /** The operation of the API. */
  readonly operation: string;
  /** Heads the dialog, and names the button that sends. */
  readonly title: string;
  readonly question: ReactNode;
  /** What the fields beside the reason contain. */
  readonly fields: Fields;
  /**
   * Sends what was entered. It takes all of that from its parameters: the form keeps the first `send` that it gets,
   * so that each repetition is the same request.
   */
  readonly send: (input: RequestInput<Fields>, key: string) => Promise<Request>;
  /** `request` is what was submitted, if anything was. */
  readonly onClose: (request?: Request) => void;
  /** Shows the fields beside the reason; they follow `isLocked`. */
  readonly renderFields?: (isLocked: boolean, isChecked: boolean) => ReactNode;
  /** Whether those fields may be sent. */
  readonly isComplete?: boolean;
}

/** Asks for what another operator decides, with a reason. */
export function RequestDialog<Request extends RequestReference, Fields>(
  props: RequestDialogProps<Request, Fields>,
) {
  const { title, question, onClose, renderFields, isComplete = true } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const field = useFirstFocus<TextareaProps.Ref>(renderFields === undefined);
  const { stage, isLocked, submit } = useSubmission<RequestInput<Fields>, Request>({
    operation: props.operation,
    isDirty: reason !== '',
    send: props.send,
  });
  useEffect(() => {
    if (stage.kind === 'done') onClose(stage.answer);
  }, [stage, onClose]);
  const isMissing = (isChecked || isLeft) && reason.trim() === '';
  const send = () => {
    setIsChecked(true);
    if (reason.trim() !== '' && isComplete) submit({ reason: reason.trim(), fields: props.fields });
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={title} onDismiss={close}>
      <SubmissionForm stage={stage} submitLabel={title} onSubmit={send} onCancel={close}>
        <SpaceBetween size="m">
          <div>{question}</div>
          {renderFields?.(isLocked, isChecked)}
          <FormField
            label={requestsText('reason')}
            errorText={isMissing ? requestsText('reasonMissing') : undefined}
          >
            <Textarea
              ref={field}
              value={reason}
              readOnly={isLocked}
              onChange={({ detail }) => setReason(detail.value)}
              onBlur={() => setIsLeft(true)}
            />
          </FormField>
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}
