import ColumnLayout from '@cloudscape-design/components/column-layout';
import { RowList } from '../fields/row-list.tsx';
import { TextField } from '../fields/text-field.tsx';
import { metadataText } from './metadata-messages.ts';
import { EMPTY_METADATA_ROW, METADATA_PAIRS_MAX } from './metadata-rows.ts';
import type { MetadataFaults, MetadataRow } from './metadata-rows.ts';

interface MetadataFieldsProps {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
  readonly faults: MetadataFaults;
  readonly isLocked: boolean;
}

/** Pairs of text of the institution's own. */
export function MetadataFields({ rows, onChange, faults, isLocked }: MetadataFieldsProps) {
  return (
    <RowList
      title={metadataText('title')}
      description={metadataText('hint')}
      rows={rows}
      onChange={onChange}
      emptyRow={EMPTY_METADATA_ROW}
      rowsMax={METADATA_PAIRS_MAX}
      nameRow={(count) => metadataText('pair', { count })}
      addLabel={metadataText('add')}
      nameRemoval={(count) => metadataText('remove', { count })}
      isLocked={isLocked}
      renderRow={({ id, key, value }, change) => (
        <ColumnLayout columns={2} minColumnWidth={150}>
          <TextField
            label={metadataText('key')}
            error={faults[`${id}.key`]}
            value={key}
            isLocked={isLocked}
            onChange={(text) => change({ key: text })}
          />
          <TextField
            label={metadataText('value')}
            error={faults[`${id}.value`]}
            value={value}
            isLocked={isLocked}
            onChange={(text) => change({ value: text })}
          />
        </ColumnLayout>
      )}
    />
  );
}
