import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Direction } from '../../../../../client/client.ts';
import { EMPTY_POSTING } from '../entry-draft.ts';
import type { PostingInput } from '../entry-draft.ts';
import type { FieldFaults } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { AccountField } from './account-field.tsx';
import { AmountField } from './amount-field.tsx';
import { TextField } from './text-field.tsx';

interface PostingFieldsProps {
  readonly postings: readonly PostingInput[];
  readonly onChange: (postings: readonly PostingInput[]) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

export function PostingFields({ postings, onChange, faults, isLocked }: PostingFieldsProps) {
  const replace = (changed: PostingInput) =>
    onChange(postings.map((posting) => (posting.id === changed.id ? changed : posting)));
  const currency = postings.find(({ account }) => account !== undefined)?.account?.currency;
  return (
    <Container header={<Header variant="h2">{postText('postings')}</Header>}>
      <SpaceBetween size="m">
        {postings.map((posting, at) => (
          <PostingRow
            key={posting.id}
            posting={posting}
            count={at + 1}
            currency={currency}
            onChange={replace}
            onRemove={() => onChange(postings.filter(({ id }) => id !== posting.id))}
            faults={faults}
            isLocked={isLocked}
          />
        ))}
        <Button
          formAction="none"
          disabled={isLocked}
          onClick={() => onChange([...postings, { ...EMPTY_POSTING, id: crypto.randomUUID() }])}
        >
          {postText('addPosting')}
        </Button>
      </SpaceBetween>
    </Container>
  );
}

interface PostingRowProps {
  readonly posting: PostingInput;
  readonly count: number;
  readonly currency: string | undefined;
  readonly onChange: (posting: PostingInput) => void;
  readonly onRemove: () => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function PostingRow(props: PostingRowProps) {
  const { posting, count, currency, onChange, onRemove, faults, isLocked } = props;
  return (
    <div role="group" aria-label={postText('posting', { count })}>
      <ColumnLayout columns={4} minColumnWidth={150}>
        <AccountField
          label={postText('account')}
          account={posting.account}
          currency={currency}
          text={posting.accountText}
          onChange={(account, accountText) => onChange({ ...posting, account, accountText })}
          fault={faults[`${posting.id}.account`]}
          isLocked={isLocked}
        />
        <DirectionField
          direction={posting.direction}
          onChange={(direction) => onChange({ ...posting, direction })}
          isLocked={isLocked}
        />
        <AmountField
          label={postText('amount')}
          value={posting.amount}
          onChange={(amount) => onChange({ ...posting, amount })}
          fault={faults[`${posting.id}.amount`]}
          isLocked={isLocked}
        />
        <SpaceBetween size="xs">
          <TextField
            label={postText('reference')}
            hint={postText('referenceHint')}
            value={posting.reference}
            onChange={(reference) => onChange({ ...posting, reference })}
            fault={faults[`${posting.id}.reference`]}
            isLocked={isLocked}
          />
          <Button
            formAction="none"
            iconName="close"
            variant="icon"
            disabled={isLocked}
            ariaLabel={postText('removePosting', { count })}
            onClick={onRemove}
          />
        </SpaceBetween>
      </ColumnLayout>
    </div>
  );
}

interface DirectionFieldProps {
  readonly direction: Direction;
  readonly onChange: (direction: Direction) => void;
  readonly isLocked: boolean;
}

function DirectionField({ direction, onChange, isLocked }: DirectionFieldProps) {
  const options = [
    { value: 'CREDIT', label: postText('directionIn') },
    { value: 'DEBIT', label: postText('directionOut') },
  ];
  return (
    <FormField label={postText('direction')}>
      <Select
        options={options}
        readOnly={isLocked}
        selectedOption={options.find(({ value }) => value === direction) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value as Direction)}
      />
    </FormField>
  );
}
