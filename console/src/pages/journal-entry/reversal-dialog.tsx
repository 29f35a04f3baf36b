import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useEffect, useState } from 'react';
import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { entryText } from './messages.ts';

interface ReversalDialogProps {
  readonly entry: JournalEntry;
  /** `requestId` is the request that was submitted, if one was. */
  readonly onClose: (requestId?: string) => void;
}

/** Asks for the reversal of the entry; another operator decides. */
export function ReversalDialog({ entry, onClose }: ReversalDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { stage, isLocked, submit } = useReversalRequest(entry, reason !== '');
  const isMissing = isChecked && reason.trim() === '';
  useEffect(() => {
    if (stage.kind === 'done') onClose(stage.answer.id);
  }, [stage, onClose]);
  const send = () => {
    setIsChecked(true);
    if (reason.trim() !== '') submit(reason.trim());
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={entryText('askToReverse')} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={entryText('askToReverse')}
        onSubmit={send}
        onCancel={close}
      >
        <SpaceBetween size="m">
          <div>{entryText('questionReverse')}</div>
          <FormField
            label={entryText('reason')}
            errorText={isMissing ? entryText('reasonMissing') : undefined}
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

function useReversalRequest(entry: JournalEntry, isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'submitFinancialAdjustmentRequest',
    isDirty,
    send: async (reason: string, key) =>
      requireData(
        await ledger.POST('/api/financial-adjustment-requests', {
          params: { header: { 'Idempotency-Key': key } },
          body: { ...findTarget(entry), adjustment_type: 'REVERSAL', reason },
        }),
      ),
  });
}

// The entry of a loan transaction is adjusted together with the transaction.
function findTarget({ id, transaction_id }: JournalEntry) {
  return transaction_id === undefined
    ? { target_type: 'JOURNAL_ENTRY' as const, target_id: id }
    : { target_type: 'TRANSACTION' as const, target_id: transaction_id };
}
