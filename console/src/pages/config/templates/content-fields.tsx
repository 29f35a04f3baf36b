import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Direction } from '../../../../../client/client.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { RowList } from '../../../parts/fields/row-list.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { CodeField } from '../../../parts/ledger/code-field.tsx';
import { templateText } from './messages.ts';
import { PostingRow } from './posting-row.tsx';
import {
  EMPTY_TEMPLATE_LINE,
  EMPTY_TEMPLATE_POSTING,
  LINES_MAX,
  POSTINGS_MAX,
} from './template-draft.ts';
import type { TemplateFaults, TemplateInput, TemplateLineInput } from './template-draft.ts';

interface ContentFieldsProps {
  readonly input: TemplateInput;
  readonly change: (part: Partial<TemplateInput>) => void;
  readonly faults: TemplateFaults;
  readonly isLocked: boolean;
}

export function ContentFields(props: ContentFieldsProps) {
  const { input, change, faults, isLocked } = props;
  return (
    <SpaceBetween size="m">
      <TemplateTexts {...props} />
      <RowList
        title={templateText('lines')}
        rows={input.lines}
        onChange={(lines) => change({ lines })}
        emptyRow={EMPTY_TEMPLATE_LINE}
        rowsMax={LINES_MAX}
        nameRow={(count) => templateText('line', { count })}
        addLabel={templateText('addLine')}
        nameRemoval={(count) => templateText('removeLine', { count })}
        isLocked={isLocked}
        error={faults['lines']}
        renderRow={(line, onChange) => (
          <LineRow line={line} onChange={onChange} faults={faults} isLocked={isLocked} />
        )}
      />
      <PostingRows {...props} />
    </SpaceBetween>
  );
}

function TemplateTexts({ input, change, faults, isLocked }: ContentFieldsProps) {
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <TextField
        label={templateText('name')}
        error={faults['name']}
        value={input.name}
        isLocked={isLocked}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={templateText('description')}
        hint={templateText('descriptionHint')}
        error={faults['description']}
        value={input.description}
        isLocked={isLocked}
        onChange={(description) => change({ description })}
      />
    </ColumnLayout>
  );
}

function PostingRows({ input, change, faults, isLocked }: ContentFieldsProps) {
  const shared = { faults, isLocked };
  return (
    <RowList
      title={templateText('postings')}
      rows={input.postings}
      onChange={(postings) => change({ postings })}
      emptyRow={EMPTY_TEMPLATE_POSTING}
      rowsMax={POSTINGS_MAX}
      nameRow={(count) => templateText('posting', { count })}
      addLabel={templateText('addPosting')}
      nameRemoval={(count) => templateText('removePosting', { count })}
      isLocked={isLocked}
      error={faults['postings']}
      renderRow={(posting, onChange) => (
        <PostingRow
          posting={posting}
          onChange={onChange}
          {...shared}
          amountFields={<AmountFields row={posting} onChange={onChange} {...shared} />}
        />
      )}
    />
  );
}

interface TemplateLineProps {
  readonly line: TemplateLineInput;
  readonly onChange: (part: Partial<TemplateLineInput>) => void;
  readonly faults: TemplateFaults;
  readonly isLocked: boolean;
}

function LineRow({ line, onChange, faults, isLocked }: TemplateLineProps) {
  return (
    <ColumnLayout columns={4} minColumnWidth={150}>
      <CodeField
        value={line.code}
        onChange={(code) => onChange({ code })}
        error={faults[`${line.id}.code`]}
        isLocked={isLocked}
      />
      <ChoiceField
        label={templateText('side')}
        options={[
          { value: 'DEBIT', label: templateText('debit') },
          { value: 'CREDIT', label: templateText('credit') },
        ]}
        value={line.side}
        isLocked={isLocked}
        onChange={(side) => onChange({ side: side as Direction })}
      />
      <AmountFields row={line} onChange={onChange} faults={faults} isLocked={isLocked} />
    </ColumnLayout>
  );
}

type AmountRow = Pick<TemplateLineInput, 'id' | 'isAsked' | 'amount' | 'placeholder'>;

interface AmountFieldsProps {
  readonly row: AmountRow;
  readonly onChange: (part: Partial<Omit<AmountRow, 'id'>>) => void;
  readonly faults: TemplateFaults;
  readonly isLocked: boolean;
}

/** An amount that is the same each time, or the name of one that is asked for. */
function AmountFields({ row, onChange, faults, isLocked }: AmountFieldsProps) {
  const { id, isAsked, amount, placeholder } = row;
  const fault = faults[`${id}.amount`];
  return (
    <>
      <ChoiceField
        label={templateText('amountKind')}
        options={[
          { value: 'fixed', label: templateText('amountFixed') },
          { value: 'asked', label: templateText('amountAsked') },
        ]}
        value={isAsked ? 'asked' : 'fixed'}
        isLocked={isLocked}
        onChange={(kind) => onChange({ isAsked: kind === 'asked' })}
      />
      {isAsked ? (
        <TextField
          label={templateText('placeholder')}
          hint={templateText('placeholderHint')}
          error={fault}
          value={placeholder}
          isLocked={isLocked}
          onChange={(text) => onChange({ placeholder: text })}
        />
      ) : (
        <MoneyField
          label={templateText('amount')}
          value={amount}
          error={fault}
          isLocked={isLocked}
          onChange={(text) => onChange({ amount: text })}
        />
      )}
    </>
  );
}
