import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { TextareaProps } from '@cloudscape-design/components/textarea';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import { ApiFailure } from '../../../api/api-failure.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useFirstFocus } from '../../../parts/fields/use-first-focus.ts';
import { useAccountName } from '../../../parts/use-account-name.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { formatAmount } from '../../../values/money.ts';
import { decideRequest } from '../request-kinds.ts';
import type { Decision } from '../request-kinds.ts';
import type { DecisionEnd } from './decision-end.ts';
import { findReasonFault } from './decision-rules.ts';
import { requestText } from './messages.ts';
import { PreviewWarning } from './preview-facts.tsx';
import { usePreview } from './use-request.ts';

export const DECISION_TEXTS = {
  approve: { title: 'approveTitle', confirm: 'confirmApprove' },
  reject: { title: 'rejectTitle', confirm: 'confirmReject' },
  withdraw: { title: 'withdrawTitle', confirm: 'confirmWithdraw' },
} as const;

const OPERATIONS = {
  approve: 'approveRequest',
  reject: 'rejectRequest',
  withdraw: 'withdrawRequest',
} as const;

interface DecisionDialogProps {
  readonly requestId: string;
  readonly decision: Decision;
  readonly title: string;
  /** What the request moves, with its currency. */
  readonly amount: string | undefined;
  readonly onClose: (outcome?: DecisionEnd) => void;
}

/** Asks once more, restating what the decision does, and sends it. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { requestId, decision, title, amount, onClose } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const field = useFirstFocus<TextareaProps.Ref>(decision === 'reject');
  const { stage, isLocked, submit } = useDecision(props, reason !== '');
  const fault = isChecked ? findReasonFault(decision, reason) : undefined;
  const texts = DECISION_TEXTS[decision];
  const send = () => {
    setIsChecked(true);
    if (findReasonFault(decision, reason) === undefined) submit(reason.trim());
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={requestText(texts.title)} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={requestText(texts.confirm)}
        onSubmit={send}
        onCancel={close}
      >
        <SpaceBetween size="m">
          <div>{buildQuestion(decision, title, amount)}</div>
          {decision === 'approve' && <ApprovalEffect requestId={requestId} />}
          <FormField
            label={requestText(decision === 'reject' ? 'reason' : 'reasonOptional')}
            errorText={fault}
          >
            <Textarea
              ref={field}
              value={reason}
              readOnly={isLocked}
              onChange={({ detail }) => setReason(detail.value)}
              onBlur={() => setIsChecked(reason !== '')}
            />
          </FormField>
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}

function buildQuestion(decision: Decision, request: string, amount: string | undefined): string {
  if (decision === 'reject') return requestText('questionReject', { request });
  if (decision === 'withdraw') return requestText('questionWithdraw', { request });
  if (amount === undefined) return requestText('questionApprove', { request });
  return requestText('questionApproveAmount', { request, amount });
}

function useDecision({ requestId, decision, onClose }: DecisionDialogProps, isDirty: boolean) {
  const { ledger } = useApi();
  const queries = useQueryClient();
  const submission = useSubmission({
    operation: OPERATIONS[decision],
    isDirty,
    send: (reason: string, key) => decideRequest(ledger, { requestId, decision, reason }, key),
  });
  const { stage } = submission;
  useEffect(() => {
    if (stage.kind === 'done') onClose({ kind: 'decided', request: stage.answer });
    const isLost =
      stage.kind === 'refused' &&
      stage.failure instanceof ApiFailure &&
      stage.failure.code === 'already_decided';
    if (!isLost) return;
    void readAgain(queries);
    onClose({ kind: 'lost', requestId });
  }, [stage, onClose, queries, requestId]);
  return submission;
}

/** The balances after an approval, computed when the dialog opens. */
function ApprovalEffect({ requestId }: { readonly requestId: string }) {
  const { data: preview, isFetching } = usePreview(requestId, true);
  if (isFetching || preview === undefined) {
    return <Box color="text-body-secondary">{isFetching && requestText('checking')}</Box>;
  }
  return (
    <div role="status">
      <PreviewWarning preview={preview} />
      {preview.balances.slice(0, BALANCES_MAX).map((balance) => (
        <BalanceAfter key={balance.account_id} {...balance} />
      ))}
    </div>
  );
}

/** All of them are beside the dialog. */
const BALANCES_MAX = 5;

interface BalanceAfterProps {
  readonly account_id: string;
  readonly after: string;
  readonly currency: string;
}

function BalanceAfter({ account_id, after, currency }: BalanceAfterProps) {
  const account = useAccountName(account_id);
  const amount = `${formatAmount(after)}\u00a0${currency}`;
  return <div>{requestText('balanceAfterLine', { account, amount })}</div>;
}
