import SpaceBetween from '@cloudscape-design/components/space-between';
import type { EntryInput } from '../entry-draft.ts';
import type { FieldFaults } from '../field-faults.ts';
import { LineFields } from './line-fields.tsx';
import { PostingFields } from './posting-fields.tsx';

interface EntryFieldsProps {
  readonly draft: Pick<EntryInput, 'lines' | 'postings'>;
  readonly onChange: (change: Partial<Pick<EntryInput, 'lines' | 'postings'>>) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

/** The ledger lines and the postings of an entry. */
export function EntryFields({ draft, onChange, faults, isLocked }: EntryFieldsProps) {
  return (
    <SpaceBetween size="m">
      <LineFields
        lines={draft.lines}
        onChange={(lines) => onChange({ lines })}
        faults={faults}
        isLocked={isLocked}
      />
      <PostingFields
        postings={draft.postings}
        onChange={(postings) => onChange({ postings })}
        faults={faults}
        isLocked={isLocked}
      />
    </SpaceBetween>
  );
}
