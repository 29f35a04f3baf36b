// Posts a transaction on a loan: input, review, one submission under one Idempotency-Key.
import Modal from '@cloudscape-design/components/modal';
import { useEffect, useState } from 'react';
import type { Loan, LoanTransactionType } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import {
  buildAllocatedAmount,
  EMPTY_PARTS,
  findLoanDraftFaults,
  listPartLimits,
} from './loan-draft.ts';
import type { AllocatedAmount, LoanDraftFaults } from './loan-draft.ts';
import { loanText } from './messages.ts';
import { TransactionFields } from './transaction-fields.tsx';
import type { TransactionEnd } from './transaction-notice.tsx';
import { TransactionReview } from './transaction-review.tsx';

interface TransactionDialogProps {
  readonly loan: Loan;
  readonly type: LoanTransactionType;
  readonly onClose: (end?: TransactionEnd) => void;
}

export function TransactionDialog({ loan, type, onClose }: TransactionDialogProps) {
  const [texts, setTexts] = useState(EMPTY_PARTS);
  const limits = listPartLimits(type, loan);
  const [faults, setFaults] = useState<LoanDraftFaults>({});
  const [reviewed, setReviewed] = useState<AllocatedAmount>();
  const { stage, isLocked, submit } = useTransaction(loan.id, type, texts !== EMPTY_PARTS);
  useEffect(() => {
    if (stage.kind === 'done') onClose({ answer: stage.answer, isEarlier: stage.isEarlier });
  }, [stage, onClose]);
  const next = () => {
    if (reviewed !== undefined) return submit(reviewed);
    const found = findLoanDraftFaults(type, texts, limits);
    setFaults(found);
    if (Object.keys(found).length > 0) return undefined;
    return setReviewed(buildAllocatedAmount(type, texts, loan.currency));
  };
  const leave = () => {
    if (!isLocked) onClose();
  };
  const action = loanText(`act${type}`);
  return (
    <Modal visible header={action} onDismiss={leave}>
      <SubmissionForm
        stage={stage}
        submitLabel={reviewed === undefined ? loanText('review') : action}
        onSubmit={next}
        onCancel={reviewed === undefined ? leave : () => setReviewed(undefined)}
      >
        {reviewed === undefined ? (
          <TransactionFields {...{ loan, type, texts, faults, isLocked }} onChange={setTexts} />
        ) : (
          <TransactionReview loan={loan} type={type} reviewed={reviewed} />
        )}
      </SubmissionForm>
    </Modal>
  );
}

function useTransaction(loanId: string, type: LoanTransactionType, isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'postLoanTransaction',
    isDirty,
    send: async (amounts: AllocatedAmount, key) =>
      requireData(
        await ledger.POST('/api/loans/{loanId}/transactions', {
          params: { path: { loanId }, header: { 'Idempotency-Key': key } },
          body: { type, ...amounts },
        }),
      ),
  });
}
