import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import type { DraftFaults } from './entry-draft.ts';
import { AccountField } from './fields/account-field.tsx';
import { AmountField } from './fields/amount-field.tsx';
import { formatFault } from './fields/format-fault.ts';
import { postText } from './messages.ts';
import { PostingForm } from './posting-form.tsx';
import { buildTransferBody, findTransferFaults } from './transfer-draft.ts';
import type { TransferDraft } from './transfer-draft.ts';
import { useDepositCode } from './use-deposit-code.ts';
import { useSendEntry } from './use-send-entry.ts';

const EMPTY: TransferDraft = {
  from: undefined,
  to: undefined,
  amount: '',
  reference: '',
  description: '',
};

export function TransferForm({ onReset }: { readonly onReset: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<DraftFaults>({});
  const from = useDepositCode(draft.from);
  const to = useDepositCode(draft.to);
  const codes = { from: from.code, to: to.code };
  const error = from.error ?? to.error;
  const review = () => {
    const found = findTransferFaults(draft, codes);
    setFaults(found);
    if (Object.keys(found).length > 0) return undefined;
    const entry = buildTransferBody(draft, codes);
    return { body: entry, entry };
  };
  return (
    <PostingForm
      operation="postJournalEntry"
      send={useSendEntry()}
      isDirty={JSON.stringify(draft) !== JSON.stringify(EMPTY)}
      review={review}
      onReset={onReset}
    >
      {(isLocked) => (
        <SpaceBetween size="m">
          <TransferFields
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            faults={faults}
            isLocked={isLocked}
          />
          {error !== null && <ErrorPanel error={error} />}
        </SpaceBetween>
      )}
    </PostingForm>
  );
}

interface TransferFieldsProps {
  readonly draft: TransferDraft;
  readonly onChange: (change: Partial<TransferDraft>) => void;
  readonly faults: DraftFaults;
  readonly isLocked: boolean;
}

function TransferFields({ draft, onChange, faults, isLocked }: TransferFieldsProps) {
  const formFault = faults['form'];
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <AccountField
        label={postText('from')}
        account={draft.from}
        onChange={(from) => onChange({ from })}
        fault={faults['from']}
        isLocked={isLocked}
      />
      <AccountField
        label={postText('to')}
        account={draft.to}
        currency={draft.from?.currency}
        onChange={(to) => onChange({ to })}
        fault={faults['to']}
        isLocked={isLocked}
      />
      <AmountField
        label={postText('amount')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        fault={faults['amount']}
        isLocked={isLocked}
      />
      <FormField
        label={postText('reference')}
        constraintText={postText('referenceHint')}
        {...(formFault !== undefined && { errorText: formatFault(formFault) })}
      >
        <Input
          value={draft.reference}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ reference: detail.value })}
        />
      </FormField>
      <FormField label={postText('description')} constraintText={postText('optional')}>
        <Input
          value={draft.description}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ description: detail.value })}
        />
      </FormField>
    </ColumnLayout>
  );
}
