import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import type { ImportDraft } from './import-draft.ts';
import type { ImportFieldsProps } from './import-fields-props.ts';
import { TextField } from '../../parts/fields/text-field.tsx';
import { importText } from './messages.ts';

/** How the file is written, where that differs from the defaults. */
export function ImportOptionFields(props: ImportFieldsProps) {
  const { draft, faults, isLocked, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isFaulty = faults.dateFormat !== undefined || faults.headerMapping !== undefined;
  return (
    <ExpandableSection
      headerText={importText('options')}
      expanded={isOpen || isFaulty}
      onChange={({ detail }) => setIsOpen(detail.expanded)}
    >
      <SpaceBetween size="m">
        <ColumnLayout columns={2} minColumnWidth={250}>
          {draft.mediaType === 'text/csv' && <DelimiterField {...props} />}
          <DecimalField {...props} />
          <TextField
            label={importText('dateFormat')}
            hint={importText('dateFormatHint')}
            error={faults.dateFormat && importText(faults.dateFormat)}
            value={draft.dateFormat}
            isLocked={isLocked}
            onChange={(dateFormat) => onChange({ dateFormat })}
          />
          <EncodingField {...props} />
        </ColumnLayout>
        <FormField
          label={importText('mapping')}
          constraintText={importText('mappingHint')}
          errorText={faults.headerMapping && importText(faults.headerMapping)}
        >
          <Textarea
            value={draft.headerMapping}
            readOnly={isLocked}
            onChange={({ detail }) => onChange({ headerMapping: detail.value })}
          />
        </FormField>
      </SpaceBetween>
    </ExpandableSection>
  );
}

function DelimiterField({ draft, isLocked, onChange }: ImportFieldsProps) {
  return (
    <ChoiceField
      label={importText('delimiter')}
      options={[
        { value: '', label: importText('comma') },
        { value: ';', label: importText('semicolon') },
        { value: '\t', label: importText('tab') },
        { value: '|', label: importText('bar') },
      ]}
      value={draft.delimiter}
      isLocked={isLocked}
      onChange={(delimiter) => onChange({ delimiter: delimiter as ImportDraft['delimiter'] })}
    />
  );
}

function DecimalField({ draft, isLocked, onChange }: ImportFieldsProps) {
  return (
    <ChoiceField
      label={importText('decimal')}
      options={[
        { value: '', label: importText('point') },
        { value: ',', label: importText('comma') },
      ]}
      value={draft.decimalSeparator}
      isLocked={isLocked}
      onChange={(separator) =>
        onChange({ decimalSeparator: separator as ImportDraft['decimalSeparator'] })
      }
    />
  );
}

function EncodingField({ draft, isLocked, onChange }: ImportFieldsProps) {
  return (
    <ChoiceField
      label={importText('encoding')}
      options={[
        { value: '', label: importText('encodingByFile') },
        ...['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'].map((value) => ({
          value,
          label: value,
        })),
      ]}
      value={draft.encoding}
      isLocked={isLocked}
      onChange={(encoding) => onChange({ encoding: encoding as ImportDraft['encoding'] })}
    />
  );
}
