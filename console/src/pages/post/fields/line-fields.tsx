import ColumnLayout from '@cloudscape-design/components/column-layout';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { RowList } from '../../../parts/fields/row-list.tsx';
import { CodeField } from '../../../parts/ledger/code-field.tsx';
import { formatMinorUnits } from '../../../values/minor-units.ts';
import { formatAmount } from '../../../values/money.ts';
import { computeImbalance, EMPTY_LINE, hasAmount } from '../entry-draft.ts';
import type { LineDraft } from '../entry-draft.ts';
import type { FieldFaults } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { formatFault } from './format-fault.ts';

interface LineFieldsProps {
  readonly lines: readonly LineDraft[];
  readonly onChange: (lines: readonly LineDraft[]) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

export function LineFields({ lines, onChange, faults, isLocked }: LineFieldsProps) {
  return (
    <RowList
      title={postText('lines')}
      rows={lines}
      onChange={onChange}
      emptyRow={EMPTY_LINE}
      nameRow={(count) => postText('line', { count })}
      addLabel={postText('addLine')}
      nameRemoval={(count) => postText('removeLine', { count })}
      isLocked={isLocked}
      error={formatFault(faults['lines'])}
      summary={<Balance lines={lines} />}
      renderRow={(line, change) => (
        <LineRow line={line} onChange={change} faults={faults} isLocked={isLocked} />
      )}
    />
  );
}

/** Says at once whether debits and credits are equal. */
function Balance({ lines }: { readonly lines: readonly LineDraft[] }) {
  const imbalance = computeImbalance(lines);
  const amount = formatAmount(formatMinorUnits(imbalance < 0n ? -imbalance : imbalance));
  const text = imbalance > 0n ? 'debitsExceed' : 'creditsExceed';
  return (
    <div role="status">
      {hasAmount(lines) && (
        <StatusIndicator type={imbalance === 0n ? 'success' : 'in-progress'}>
          {imbalance === 0n ? postText('balanced') : postText(text, { amount })}
        </StatusIndicator>
      )}
    </div>
  );
}

interface LineRowProps {
  readonly line: LineDraft;
  readonly onChange: (part: Partial<LineDraft>) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function LineRow({ line, onChange, faults, isLocked }: LineRowProps) {
  return (
    <ColumnLayout columns={3} minColumnWidth={150}>
      <CodeField
        value={line.code}
        onChange={(code) => onChange({ code })}
        error={formatFault(faults[`${line.id}.code`])}
        isLocked={isLocked}
      />
      <MoneyField
        label={postText('debit')}
        value={line.debit}
        onChange={(debit) => onChange({ debit })}
        error={formatFault(faults[`${line.id}.debit`])}
        isLocked={isLocked}
      />
      <MoneyField
        label={postText('credit')}
        value={line.credit}
        onChange={(credit) => onChange({ credit })}
        error={formatFault(faults[`${line.id}.credit`])}
        isLocked={isLocked}
      />
    </ColumnLayout>
  );
}
