import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { compareMembers } from '../../values/json-members.ts';
import type { JsonMember, FieldDifference } from '../../values/json-members.ts';
import type { ListColumn } from '../item-list.tsx';
import { partsText } from '../parts-messages.ts';
import { ValueAfter, ValueBefore } from './changed-value.tsx';
import { FactTable } from './fact-table.tsx';

interface FieldDifferencesProps {
  readonly title: string;
  /** Undefined for what did not exist before. */
  readonly from: unknown;
  readonly to: unknown;
}

const differenceColumns: readonly ListColumn<FieldDifference>[] = [
  { id: 'path', header: partsText('field'), isRowHeader: true, cell: ({ path }) => path },
  { id: 'from', header: partsText('before'), cell: ({ from }) => <ValueBefore text={from} /> },
  { id: 'to', header: partsText('after'), cell: ({ to }) => <ValueAfter text={to} /> },
];

export const memberColumns: readonly ListColumn<JsonMember>[] = [
  { id: 'path', header: partsText('field'), isRowHeader: true, cell: ({ path }) => path },
  {
    id: 'value',
    header: partsText('value'),
    cell: ({ value }) => <span className="fact-text">{value}</span>,
  },
];

/** What differs between two values, field by field. Fields that are the same are folded. */
export function FieldDifferences({ title, from, to }: FieldDifferencesProps) {
  const { differences, unchanged } = compareMembers(from, to);
  // The path of a value that has no member at all is empty.
  const shown = differences.filter(({ path }) => path !== '');
  const same = unchanged.filter(({ path }) => path !== '');
  const count = same.length;
  return (
    <SpaceBetween size="s">
      {shown.length === 0 && <Box>{partsText('nothingDiffers')}</Box>}
      <FactTable title={title} items={shown} columns={differenceColumns} />
      {count > 0 && (
        <ExpandableSection headerText={partsText('unchangedFields', { count })}>
          <FactTable
            title={partsText('unchangedFields', { count })}
            items={same}
            columns={memberColumns}
          />
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}
