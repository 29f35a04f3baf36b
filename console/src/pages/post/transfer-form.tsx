import ColumnLayout from '@cloudscape-design/components/column-layout';
import { useOnlyAccount } from '../../api/search/use-account-search.ts';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { AccountField } from '../../parts/ledger/account-field.tsx';
import { findTransferField, placeFaults } from './field-faults.ts';
import type { FieldFaults } from './field-faults.ts';
import { DescriptionField } from './fields/description-field.tsx';
import { formatFault } from './fields/format-fault.ts';
import { postText } from './messages.ts';
import { PostingForm } from './form/posting-form.tsx';
import { buildTransferBody, findTransferFaults } from './transfer-draft.ts';
import type { TransferDraft } from './transfer-draft.ts';
import { useDepositCodes } from './use-deposit-codes.ts';
import { usePostingDraft } from './use-posting-draft.ts';
import { useSendEntry } from './use-send-entry.ts';

const EMPTY: TransferDraft = {
  from: undefined,
  to: undefined,
  fromText: '',
  toText: '',
  amount: '',
  reference: '',
  description: '',
};

export function TransferForm({ onReset }: { readonly onReset: () => void }) {
  const { draft, isDirty, change, faults, check } = usePostingDraft(EMPTY, findTransferFaults);
  const chooseOnlyAccount = useOnlyAccount();
  const { codes, readCodes } = useDepositCodes(draft);
  const review = async () => {
    const [from, to] = await Promise.all([
      chooseOnlyAccount({ account: draft.from, text: draft.fromText }),
      chooseOnlyAccount({ account: draft.to, text: draft.toText }),
    ]);
    const accounts = { from: from.account, fromText: from.text, to: to.account, toText: to.text };
    const settled = { ...draft, ...accounts };
    if (!check(settled)) return undefined;
    const entry = buildTransferBody(settled, await readCodes(settled));
    return { body: entry, entry };
  };
  const isSound = codes !== undefined && Object.keys(findTransferFaults(draft)).length === 0;
  const entry = isSound ? buildTransferBody(draft, codes) : undefined;
  return (
    <PostingForm
      operation="postJournalEntry"
      send={useSendEntry()}
      isDirty={isDirty}
      drafted={entry && { body: entry, entry }}
      review={review}
      onReset={onReset}
    >
      {({ isLocked, memberFaults }) => (
        <TransferFields
          draft={draft}
          onChange={change}
          faults={{ ...placeFaults(memberFaults, findTransferField), ...faults }}
          isLocked={isLocked}
        />
      )}
    </PostingForm>
  );
}

interface TransferFieldsProps {
  readonly draft: TransferDraft;
  readonly onChange: (change: Partial<TransferDraft>) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function TransferFields({ draft, onChange, faults, isLocked }: TransferFieldsProps) {
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <AccountField
        label={postText('from')}
        account={draft.from}
        text={draft.fromText}
        onChange={(from, fromText) => onChange({ from, fromText })}
        error={formatFault(faults['from'])}
        isLocked={isLocked}
      />
      <AccountField
        label={postText('to')}
        account={draft.to}
        text={draft.toText}
        onChange={(to, toText) => onChange({ to, toText })}
        error={formatFault(faults['to'], draft.from?.currency)}
        isLocked={isLocked}
      />
      <MoneyField
        label={postText('amount')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        error={formatFault(faults['amount'])}
        isLocked={isLocked}
      />
      <TextField
        label={postText('reference')}
        hint={postText('referenceHint')}
        value={draft.reference}
        onChange={(reference) => onChange({ reference })}
        error={formatFault(faults['reference'])}
        isLocked={isLocked}
      />
      <DescriptionField
        value={draft.description}
        onChange={(description) => onChange({ description })}
        error={formatFault(faults['description'])}
        isLocked={isLocked}
      />
    </ColumnLayout>
  );
}
