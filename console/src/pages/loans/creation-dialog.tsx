// Creates a loan: input, review, one submission under one Idempotency-Key.
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import type { Account, ChangeRequest, CreateLoanRequest, Loan } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { formatAmount } from '../../values/money.ts';
import { buildLoanRequest, EMPTY_TERMS, findTermsFaults } from './loan-terms.ts';
import type { LoanTermsFaults } from './loan-terms.ts';
import { loansText } from './messages.ts';
import { TermsFields } from './terms-fields.tsx';
import { useAccountLookup } from './use-account-lookup.ts';

/** What became of a loan that was asked for. */
export interface CreationEnd {
  /** A control may answer with a request instead of the loan. */
  readonly answer: Loan | ChangeRequest;
  readonly isEarlier: boolean;
}

type NewLoanBody = CreateLoanRequest['body'];

interface ReviewedLoan {
  readonly body: NewLoanBody;
  readonly account: Account;
}

export function CreationDialog({ onClose }: { readonly onClose: (end?: CreationEnd) => void }) {
  const [input, setInput] = useState(EMPTY_TERMS);
  const [faults, setFaults] = useState<LoanTermsFaults>({});
  const [reviewed, setReviewed] = useState<ReviewedLoan>();
  const [error, setError] = useState<Error>();
  const findAccount = useAccountLookup();
  const { stage, isLocked, submit } = useCreation(input !== EMPTY_TERMS);
  useEffect(() => {
    if (stage.kind === 'done') onClose({ answer: stage.answer, isEarlier: stage.isEarlier });
  }, [stage, onClose]);
  const review = async () => {
    setError(undefined);
    const account = await findAccount(input.account);
    const found = findTermsFaults(input, account);
    setFaults(found);
    if (account === undefined || Object.keys(found).length > 0) return;
    setReviewed({ body: buildLoanRequest(input, account), account });
  };
  const next = () => {
    if (reviewed !== undefined) submit(reviewed.body);
    else review().catch(setError);
  };
  const leave = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={loansText('create')} onDismiss={leave}>
      <SubmissionForm
        stage={stage}
        submitLabel={loansText(reviewed === undefined ? 'review' : 'create')}
        onSubmit={next}
        onCancel={reviewed === undefined ? leave : () => setReviewed(undefined)}
      >
        {reviewed === undefined ? (
          <TermsFields {...{ input, faults, isLocked }} onChange={setInput} />
        ) : (
          <LoanReview reviewed={reviewed} />
        )}
        {error !== undefined && <ErrorPanel error={error} />}
      </SubmissionForm>
    </Modal>
  );
}

function LoanReview({ reviewed: { body, account } }: { readonly reviewed: ReviewedLoan }) {
  const question = useRef<HTMLDivElement>(null);
  // The fields that had the focus are gone.
  useEffect(() => question.current?.focus(), []);
  const amount = `${formatAmount(body.principal)}\u00a0${body.currency}`;
  return (
    <SpaceBetween size="m">
      <div ref={question} tabIndex={-1}>
        <strong>{loansText('question', { amount })}</strong>
      </div>
      <KeyValuePairs
        columns={1}
        items={[
          { label: loansText('account'), value: account.name },
          { label: loansText('customer'), value: body.customer_id },
          { label: loansText('product'), value: body.product_id },
          { label: loansText('reference'), value: body.reference ?? '–' },
        ]}
      />
      <div>{loansText('reviewSentence')}</div>
    </SpaceBetween>
  );
}

function useCreation(isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'createLoan',
    isDirty,
    send: async (body: NewLoanBody, key) =>
      requireData(
        await ledger.POST('/api/loans', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
  });
}
