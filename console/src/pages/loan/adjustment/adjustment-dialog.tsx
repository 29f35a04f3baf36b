// Asks for the reversal or the correction of a loan transaction; another operator decides.
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useEffect, useState } from 'react';
import type {
  AdjustmentType,
  CreateFinancialAdjustment,
  Transaction,
} from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import {
  buildAdjustmentRequest,
  findAdjustmentFaults,
  toAdjustmentDraft,
} from './adjustment-draft.ts';
import type { AdjustmentFaults } from './adjustment-draft.ts';
import { loanText } from '../messages.ts';
import { PartFields } from '../part-fields.tsx';

interface AdjustmentDialogProps {
  readonly transaction: Transaction;
  readonly adjustment: AdjustmentType;
  /** `requestId` is the request that was submitted, if one was. */
  readonly onClose: (requestId?: string) => void;
}

export function AdjustmentDialog({ transaction, adjustment, onClose }: AdjustmentDialogProps) {
  const [initial] = useState(() => toAdjustmentDraft(transaction));
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<AdjustmentFaults>({ parts: {}, isReasonMissing: false });
  const { stage, isLocked, submit } = useAdjustmentRequest(draft !== initial);
  useEffect(() => {
    if (stage.kind === 'done') onClose(stage.answer.id);
  }, [stage, onClose]);
  const send = () => {
    const found = findAdjustmentFaults(transaction, adjustment, draft);
    setFaults(found);
    if (found.isReasonMissing || Object.keys(found.parts).length > 0) return;
    submit(buildAdjustmentRequest(transaction, adjustment, draft));
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  const action = loanText(`ask${adjustment}`);
  return (
    <Modal visible header={action} onDismiss={close}>
      <SubmissionForm stage={stage} submitLabel={action} onSubmit={send} onCancel={close}>
        <SpaceBetween size="m">
          <div>{loanText(`about${adjustment}`)}</div>
          {adjustment === 'CORRECTION' && (
            <PartFields
              type={transaction.type}
              currency={transaction.currency}
              texts={draft.texts}
              onChange={(texts) => setDraft({ ...draft, texts })}
              limits={{}}
              faults={faults.parts}
              isLocked={isLocked}
            />
          )}
          <FormField
            label={loanText('reason')}
            {...(faults.isReasonMissing && { errorText: loanText('reasonMissing') })}
          >
            <Textarea
              value={draft.reason}
              readOnly={isLocked}
              onChange={({ detail }) => setDraft({ ...draft, reason: detail.value })}
            />
          </FormField>
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}

function useAdjustmentRequest(isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'submitFinancialAdjustmentRequest',
    isDirty,
    send: async (body: CreateFinancialAdjustment, key) =>
      requireData(
        await ledger.POST('/api/financial-adjustment-requests', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
  });
}
