import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useLeaveQuestion } from '../../api/submissions/use-leave-question.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import {
  buildAccountBody,
  buildAccountDraft,
  findAccountFaults,
  isSound,
} from './account-draft.ts';
import type { AccountDraft } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountResult } from './account-result.tsx';
import type { AccountAnswer } from './account-result.tsx';
import { newAccountText } from './messages.ts';

interface NewAccountFormProps {
  /** The base currency of the institution, if it has one. */
  readonly currency: string | undefined;
  readonly onAnother: () => void;
}

export function NewAccountForm({ currency, onAnother }: NewAccountFormProps) {
  const navigate = useNavigate();
  const [first] = useState(() => buildAccountDraft(currency));
  const [draft, setDraft] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const isDirty = draft !== first;
  const { stage, isLocked, submit } = useAccountSubmission(isDirty);
  useLeaveQuestion(stage, isDirty, {
    leave: newAccountText('leave'),
    leaveUnknown: newAccountText('leaveUnknown'),
  });
  if (stage.kind === 'done') {
    const { answer, isEarlier } = stage;
    return <AccountResult answer={answer} isEarlier={isEarlier} onAnother={onAnother} />;
  }
  const faults = findAccountFaults(draft);
  const send = () => {
    setIsChecked(true);
    if (isSound(faults)) submit(draft);
  };
  return (
    <Container>
      <SubmissionForm
        stage={stage}
        submitLabel={newAccountText('send')}
        onSubmit={send}
        onCancel={() => void navigate({ to: '/accounts' })}
      >
        <SpaceBetween size="m">
          <AccountFields
            draft={draft}
            onChange={setDraft}
            faults={faults}
            isChecked={isChecked}
            isLocked={isLocked}
          />
        </SpaceBetween>
      </SubmissionForm>
    </Container>
  );
}

function useAccountSubmission(isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission<AccountDraft, AccountAnswer>({
    operation: 'createAccount',
    isDirty,
    send: async (draft, key) =>
      requireData(
        await ledger.POST('/api/accounts', {
          params: { header: { 'Idempotency-Key': key } },
          body: buildAccountBody(draft),
        }),
      ),
  });
}
