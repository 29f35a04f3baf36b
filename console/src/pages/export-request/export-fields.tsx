import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import type { ExportDraft, ExportFault, ExportFaults } from './export-draft.ts';
import { exportText } from './messages.ts';

interface ExportFieldsProps {
  readonly draft: ExportDraft;
  readonly faults: ExportFaults;
  readonly isLocked: boolean;
  readonly onChange: (change: Partial<ExportDraft>) => void;
}

export function ExportFields({ draft, faults, isLocked, onChange }: ExportFieldsProps) {
  const shared = { draft, faults, isLocked, onChange };
  return (
    <SpaceBetween size="m">
      <ColumnLayout columns={2} minColumnWidth={250}>
        <TypedField {...shared} name="from" label="from" hint="dayHint" />
        <TypedField {...shared} name="to" label="to" hint="dayHint" />
      </ColumnLayout>
      <TypedField {...shared} name="code" label="code" description="codeHint" />
      <ColumnLayout columns={2} minColumnWidth={250}>
        <ChoiceField
          label={exportText('format')}
          options={listFormats()}
          value={draft.format}
          isLocked={isLocked}
          onChange={(format) => onChange({ format: format as ExportDraft['format'] })}
        />
        <ChoiceField
          label={exportText('encoding')}
          options={listEncodings()}
          value={draft.encoding}
          isLocked={isLocked}
          onChange={(encoding) => onChange({ encoding: encoding as ExportDraft['encoding'] })}
        />
      </ColumnLayout>
      <TypedField {...shared} name="until" label="until" description="untilHint" hint="dayHint" />
    </SpaceBetween>
  );
}

interface TypedFieldProps extends ExportFieldsProps {
  readonly name: 'from' | 'to' | 'code' | 'until';
  readonly label: 'from' | 'to' | 'code' | 'until';
  readonly description?: 'codeHint' | 'untilHint';
  readonly hint?: 'dayHint';
}

function TypedField(props: TypedFieldProps) {
  const { name, label, description, hint, draft, faults, isLocked, onChange } = props;
  const fault: ExportFault | undefined = faults[name];
  return (
    <TextField
      label={exportText(label)}
      {...(description !== undefined && { description: exportText(description) })}
      {...(hint !== undefined && { hint: exportText(hint) })}
      error={fault && exportText(fault)}
      value={draft[name]}
      isLocked={isLocked}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
}

// A format of the contract that has no name here does not compile.
const FORMAT_LABELS = { csv: 'formatCsv', fec: 'formatFec' } as const satisfies Record<
  Exclude<ExportDraft['format'], ''>,
  unknown
>;

function listFormats() {
  const named = Object.entries(FORMAT_LABELS);
  return [
    { value: '', label: exportText('formatByCode') },
    ...named.map(([value, label]) => ({ value, label: exportText(label) })),
  ];
}

function listEncodings() {
  return [
    { value: '', label: exportText('encodingDefault') },
    ...['ISO-8859-15', 'US-ASCII'].map((value) => ({ value, label: value })),
  ];
}
