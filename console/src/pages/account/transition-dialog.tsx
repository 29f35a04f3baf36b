import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useEffect, useState } from 'react';
import type { AccountTransition } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { accountText } from './messages.ts';

interface TransitionDialogProps {
  readonly accountId: string;
  readonly transition: AccountTransition;
  readonly onClose: (wasSent: boolean) => void;
}

const QUESTIONS = {
  FREEZE: ['askToFreeze', 'questionFreeze'],
  UNFREEZE: ['askToUnfreeze', 'questionUnfreeze'],
  CLOSE: ['askToClose', 'questionClose'],
} as const;

/** Asks for a change of the account's status; another operator decides. */
export function TransitionDialog({ accountId, transition, onClose }: TransitionDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [action, question] = QUESTIONS[transition];
  const { stage, isLocked, submit } = useTransitionRequest(accountId, transition, reason !== '');
  const isMissing = isChecked && reason.trim() === '';
  useEffect(() => {
    if (stage.kind === 'done') onClose(true);
  }, [stage.kind, onClose]);
  const send = () => {
    setIsChecked(true);
    if (reason.trim() !== '') submit(reason.trim());
  };
  const close = () => {
    if (!isLocked) onClose(false);
  };
  return (
    <Modal visible header={accountText(action)} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={accountText(action)}
        onSubmit={send}
        onCancel={close}
      >
        <SpaceBetween size="m">
          <div>{accountText(question)}</div>
          <FormField
            label={accountText('reason')}
            errorText={isMissing ? accountText('reasonMissing') : undefined}
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

function useTransitionRequest(accountId: string, transition: AccountTransition, isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'submitAccountStatusTransition',
    isDirty,
    send: async (reason: string, key) =>
      requireData(
        await ledger.POST('/api/accounts/{accountId}/status-transitions', {
          params: { path: { accountId }, header: { 'Idempotency-Key': key } },
          body: { transition, reason },
        }),
      ),
  });
}
