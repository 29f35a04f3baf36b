import SpaceBetween from '@cloudscape-design/components/space-between';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { FileField } from '../../parts/fields/file-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { loadPart } from '../../parts/load-part.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { guessMediaType, OF_ENTITY } from './import-draft.ts';
import type { ImportDraft } from './import-draft.ts';
import type { ImportFieldsProps } from './import-fields-props.ts';
import { ImportOptionFields } from './import-option-fields.tsx';
import { importText } from './messages.ts';

const ChartPreview = loadPart(
  async () => (await import('./chart-preview/chart-preview.tsx')).ChartPreview,
);

export function ImportFields(props: ImportFieldsProps) {
  const { draft, faults, isLocked, onChange } = props;
  const chooseFile = (file: File | undefined) => {
    if (isLocked) return;
    onChange({ file, ...(file !== undefined && { mediaType: guessMediaType(file.name) }) });
  };
  return (
    <SpaceBetween size="m">
      <FileField
        label={importText('file')}
        description={importText('fileHint')}
        file={draft.file}
        errorText={faults.file && importText(faults.file)}
        onChange={chooseFile}
      />
      <ChoiceField
        label={importText('mediaType')}
        options={[
          { value: 'text/csv', label: importText('csv') },
          { value: 'application/x-ndjson', label: importText('ndjson') },
        ]}
        value={draft.mediaType}
        isLocked={isLocked}
        onChange={(mediaType) => onChange({ mediaType: mediaType as ImportDraft['mediaType'] })}
      />
      <RecordTypeFields {...props} />
      <ImportOptionFields {...props} />
      {draft.recordType === 'GENERAL_LEDGER_ACCOUNT' && draft.file !== undefined && (
        <ChartPreview draft={draft} />
      )}
    </SpaceBetween>
  );
}

function RecordTypeFields({ draft, faults, isLocked, onChange }: ImportFieldsProps) {
  const isConfiguring = useIsPermitted(['configuration.write']);
  const isChart = draft.recordType === 'GENERAL_LEDGER_ACCOUNT';
  return (
    <SpaceBetween size="m">
      <ChoiceField
        label={importText('recordType')}
        {...(isChart && { description: importText('chartHint') })}
        errorText={faults.recordType && importText(faults.recordType)}
        options={listRecordTypes(isConfiguring)}
        value={draft.recordType}
        isLocked={isLocked}
        onChange={(type) => onChange({ recordType: type as ImportDraft['recordType'] })}
      />
      {draft.recordType === OF_ENTITY && (
        <TextField
          label={importText('entityName')}
          error={faults.entityName && importText(faults.entityName)}
          value={draft.entityName}
          isLocked={isLocked}
          onChange={(entityName) => onChange({ entityName })}
        />
      )}
    </SpaceBetween>
  );
}

function listRecordTypes(isConfiguring: boolean) {
  return [
    { value: 'ACCOUNT', label: importText('accounts') },
    { value: 'OPENING_BALANCE', label: importText('openingBalances') },
    { value: 'JOURNAL_ENTRY', label: importText('journalEntries') },
    // The one type that changes something needs this permission too.
    ...(isConfiguring ? [{ value: 'GENERAL_LEDGER_ACCOUNT', label: importText('chart') }] : []),
    { value: OF_ENTITY, label: importText('entity') },
  ];
}
