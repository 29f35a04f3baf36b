import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { formatMinorUnits } from '../../../values/minor-units.ts';
import { formatAmount } from '../../../values/money.ts';
import { computeImbalance, EMPTY_LINE } from '../entry-draft.ts';
import type { LineDraft } from '../entry-draft.ts';
import type { FieldFaults } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { AmountField } from './amount-field.tsx';
import { CodeField } from './code-field.tsx';
import { formatFault } from './format-fault.ts';

interface LineFieldsProps {
  readonly lines: readonly LineDraft[];
  readonly onChange: (lines: readonly LineDraft[]) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

export function LineFields({ lines, onChange, faults, isLocked }: LineFieldsProps) {
  const replace = (changed: LineDraft) =>
    onChange(lines.map((line) => (line.id === changed.id ? changed : line)));
  const fault = faults['lines'];
  return (
    <Container header={<Header variant="h2">{postText('lines')}</Header>}>
      <SpaceBetween size="m">
        {lines.map((line, at) => (
          <LineRow
            key={line.id}
            line={line}
            count={at + 1}
            onChange={replace}
            onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
            faults={faults}
            isLocked={isLocked}
          />
        ))}
        <FormField {...(fault !== undefined && { errorText: formatFault(fault) })}>
          <SpaceBetween direction="horizontal" size="m" alignItems="center">
            <Button
              formAction="none"
              disabled={isLocked}
              onClick={() => onChange([...lines, { ...EMPTY_LINE, id: crypto.randomUUID() }])}
            >
              {postText('addLine')}
            </Button>
            <Balance lines={lines} />
          </SpaceBetween>
        </FormField>
      </SpaceBetween>
    </Container>
  );
}

/** Says at once whether debits and credits are equal. */
function Balance({ lines }: { readonly lines: readonly LineDraft[] }) {
  const imbalance = computeImbalance(lines);
  const amount = formatAmount(formatMinorUnits(imbalance < 0n ? -imbalance : imbalance));
  const text = imbalance > 0n ? 'debitsExceed' : 'creditsExceed';
  return (
    <div role="status">
      <StatusIndicator type={imbalance === 0n ? 'success' : 'in-progress'}>
        {imbalance === 0n ? postText('balanced') : postText(text, { amount })}
      </StatusIndicator>
    </div>
  );
}

interface LineRowProps {
  readonly line: LineDraft;
  readonly count: number;
  readonly onChange: (line: LineDraft) => void;
  readonly onRemove: () => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function LineRow({ line, count, onChange, onRemove, faults, isLocked }: LineRowProps) {
  return (
    <div role="group" aria-label={postText('line', { count })}>
      <ColumnLayout columns={4} minColumnWidth={150}>
        <CodeField
          value={line.code}
          onChange={(code) => onChange({ ...line, code })}
          fault={faults[`${line.id}.code`]}
          isLocked={isLocked}
        />
        <AmountField
          label={postText('debit')}
          value={line.debit}
          onChange={(debit) => onChange({ ...line, debit })}
          fault={faults[`${line.id}.debit`]}
          isLocked={isLocked}
        />
        <AmountField
          label={postText('credit')}
          value={line.credit}
          onChange={(credit) => onChange({ ...line, credit })}
          fault={faults[`${line.id}.credit`]}
          isLocked={isLocked}
        />
        <Button
          formAction="none"
          iconName="close"
          variant="icon"
          disabled={isLocked}
          ariaLabel={postText('removeLine', { count })}
          onClick={onRemove}
        />
      </ColumnLayout>
    </div>
  );
}
