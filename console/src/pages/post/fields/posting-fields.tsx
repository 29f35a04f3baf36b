import ColumnLayout from '@cloudscape-design/components/column-layout';
import type { Direction } from '../../../../../client/client.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { RowList } from '../../../parts/fields/row-list.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { AccountField } from '../../../parts/ledger/account-field.tsx';
import { EMPTY_POSTING } from '../entry-draft.ts';
import type { PostingInput } from '../entry-draft.ts';
import type { FieldFaults } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { formatFault } from './format-fault.ts';

interface PostingFieldsProps {
  readonly postings: readonly PostingInput[];
  readonly onChange: (postings: readonly PostingInput[]) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

export function PostingFields({ postings, onChange, faults, isLocked }: PostingFieldsProps) {
  const currency = postings.find(({ account }) => account !== undefined)?.account?.currency;
  return (
    <RowList
      title={postText('postings')}
      rows={postings}
      onChange={onChange}
      emptyRow={EMPTY_POSTING}
      nameRow={(count) => postText('posting', { count })}
      addLabel={postText('addPosting')}
      nameRemoval={(count) => postText('removePosting', { count })}
      isLocked={isLocked}
      renderRow={(posting, change) => (
        <PostingRow
          posting={posting}
          currency={currency}
          onChange={change}
          faults={faults}
          isLocked={isLocked}
        />
      )}
    />
  );
}

interface PostingRowProps {
  readonly posting: PostingInput;
  readonly currency: string | undefined;
  readonly onChange: (part: Partial<PostingInput>) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function PostingRow({ posting, currency, onChange, faults, isLocked }: PostingRowProps) {
  const accountFault = faults[`${posting.id}.account`];
  return (
    <ColumnLayout columns={4} minColumnWidth={150}>
      <AccountField
        label={postText('account')}
        account={posting.account}
        text={posting.accountText}
        onChange={(account, accountText) => onChange({ account, accountText })}
        error={formatFault(accountFault, currency)}
        isLocked={isLocked}
      />
      <ChoiceField
        label={postText('direction')}
        options={[
          { value: 'CREDIT', label: postText('directionIn') },
          { value: 'DEBIT', label: postText('directionOut') },
        ]}
        value={posting.direction}
        onChange={(direction) => onChange({ direction: direction as Direction })}
        isLocked={isLocked}
      />
      <MoneyField
        label={postText('amount')}
        value={posting.amount}
        onChange={(amount) => onChange({ amount })}
        error={formatFault(faults[`${posting.id}.amount`])}
        isLocked={isLocked}
      />
      <TextField
        label={postText('reference')}
        hint={postText('referenceHint')}
        value={posting.reference}
        onChange={(reference) => onChange({ reference })}
        error={formatFault(faults[`${posting.id}.reference`])}
        isLocked={isLocked}
      />
    </ColumnLayout>
  );
}
