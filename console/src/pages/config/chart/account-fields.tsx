import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { RowList } from '../../../parts/fields/row-list.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { CodeField } from '../../../parts/ledger/code-field.tsx';
import { ACCOUNT_TYPES, nameAccountType } from '../../../parts/reports/account-type-name.ts';
import { EMPTY_MAPPING, MAPPINGS_MAX } from './account-draft.ts';
import type { ChartAccountFaults, ChartAccountInput, MappingInput } from './account-draft.ts';
import { chartAccountText } from './messages.ts';

interface ChartAccountFieldsProps {
  readonly input: ChartAccountInput;
  readonly change: (part: Partial<ChartAccountInput>) => void;
  readonly faults: ChartAccountFaults;
  readonly isNew: boolean;
  readonly isLocked: boolean;
}

export function ChartAccountFields(props: ChartAccountFieldsProps) {
  const { input, change, faults, isNew, isLocked } = props;
  const texts = { input, change, faults, isLocked };
  return (
    <SpaceBetween size="m">
      <ColumnLayout columns={2} minColumnWidth={250}>
        {isNew && <TextInput {...texts} member="code" hint={chartAccountText('codeHint')} />}
        <TextInput {...texts} member="name" />
        <ChoiceField
          label={chartAccountText('type')}
          options={ACCOUNT_TYPES.map((type) => ({ value: type, label: nameAccountType(type) }))}
          value={input.type}
          errorText={faults['type']}
          isLocked={isLocked}
          onChange={(type) => change({ type })}
        />
        <CodeField
          label={chartAccountText('parent')}
          value={input.parent}
          onChange={(parent) => change({ parent })}
          error={faults['parent']}
          isLocked={isLocked}
        />
        <TextInput {...texts} member="currency" hint={chartAccountText('currencyHint')} />
        <ChoiceField
          label={chartAccountText('status')}
          options={[
            { value: 'ACTIVE', label: chartAccountText('active') },
            { value: 'CLOSED', label: chartAccountText('closed') },
          ]}
          value={input.status}
          errorText={faults['status']}
          isLocked={isLocked}
          onChange={(status) => change({ status })}
        />
      </ColumnLayout>
      <MappingRows {...props} />
    </SpaceBetween>
  );
}

interface TextInputProps extends Omit<ChartAccountFieldsProps, 'isNew'> {
  readonly member: 'code' | 'name' | 'currency';
  readonly hint?: string;
}

function TextInput({ input, change, faults, isLocked, member, hint }: TextInputProps) {
  return (
    <TextField
      label={chartAccountText(member)}
      {...(hint !== undefined && { hint })}
      error={faults[member]}
      value={input[member]}
      isLocked={isLocked}
      onChange={(text) => change({ [member]: text })}
    />
  );
}

function MappingRows({ input, change, faults, isLocked }: ChartAccountFieldsProps) {
  return (
    <RowList
      title={chartAccountText('mappings')}
      description={chartAccountText('mappingsHint')}
      rows={input.mappings}
      onChange={(mappings) => change({ mappings })}
      emptyRow={EMPTY_MAPPING}
      rowsMax={MAPPINGS_MAX}
      nameRow={(count) => chartAccountText('mapping', { count })}
      addLabel={chartAccountText('addMapping')}
      nameRemoval={(count) => chartAccountText('removeMapping', { count })}
      isLocked={isLocked}
      error={faults['mappings']}
      renderRow={(mapping, onChange) => (
        <MappingRow mapping={mapping} onChange={onChange} faults={faults} isLocked={isLocked} />
      )}
    />
  );
}

interface MappingRowProps {
  readonly mapping: MappingInput;
  readonly onChange: (part: Partial<MappingInput>) => void;
  readonly faults: ChartAccountFaults;
  readonly isLocked: boolean;
}

function MappingRow({ mapping, onChange, faults, isLocked }: MappingRowProps) {
  const { id, chart, code } = mapping;
  return (
    <ColumnLayout columns={2} minColumnWidth={150}>
      <TextField
        label={chartAccountText('chart')}
        error={faults[`${id}.chart`]}
        value={chart}
        isLocked={isLocked}
        onChange={(text) => onChange({ chart: text })}
      />
      <TextField
        label={chartAccountText('chartCode')}
        error={faults[`${id}.code`]}
        value={code}
        isLocked={isLocked}
        onChange={(text) => onChange({ code: text })}
      />
    </ColumnLayout>
  );
}
