import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { buildEntryBody, EMPTY_LINE, findDraftFaults } from './entry-draft.ts';
import type { DraftFaults, EntryInput } from './entry-draft.ts';
import { formatFault } from './fields/format-fault.ts';
import { LineFields } from './fields/line-fields.tsx';
import { PostingFields } from './fields/posting-fields.tsx';
import { postText } from './messages.ts';
import { PostingForm } from './posting-form.tsx';
import { useSendEntry } from './use-send-entry.ts';

const EMPTY: EntryInput = {
  lines: ['first', 'second'].map((id) => ({ ...EMPTY_LINE, id })),
  postings: [],
  description: '',
  effectiveDate: '',
};

/** A journal entry of any lines and postings. */
export function EntryForm({ onReset }: { readonly onReset: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<DraftFaults>({});
  const change = (part: Partial<EntryInput>) => setDraft({ ...draft, ...part });
  const review = () => {
    const found = findDraftFaults(draft);
    setFaults(found);
    if (Object.keys(found).length > 0) return undefined;
    const entry = buildEntryBody(draft);
    return { body: entry, entry };
  };
  return (
    <PostingForm
      operation="postJournalEntry"
      send={useSendEntry()}
      isDirty={JSON.stringify(draft) !== JSON.stringify(EMPTY)}
      review={review}
      onReset={onReset}
    >
      {(isLocked) => (
        <SpaceBetween size="m">
          <LineFields
            lines={draft.lines}
            onChange={(lines) => change({ lines })}
            faults={faults}
            isLocked={isLocked}
          />
          <PostingFields
            postings={draft.postings}
            onChange={(postings) => change({ postings })}
            faults={faults}
            isLocked={isLocked}
          />
          <EntryTexts draft={draft} onChange={change} faults={faults} isLocked={isLocked} />
        </SpaceBetween>
      )}
    </PostingForm>
  );
}

interface EntryTextsProps {
  readonly draft: EntryInput;
  readonly onChange: (change: Partial<EntryInput>) => void;
  readonly faults: DraftFaults;
  readonly isLocked: boolean;
}

function EntryTexts({ draft, onChange, faults, isLocked }: EntryTextsProps) {
  const fault = faults['effectiveDate'];
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <FormField label={postText('description')} constraintText={postText('optional')}>
        <Input
          value={draft.description}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ description: detail.value })}
        />
      </FormField>
      <FormField
        label={postText('effectiveDate')}
        constraintText={postText('effectiveDateHint')}
        {...(fault !== undefined && { errorText: formatFault(fault) })}
      >
        <Input
          value={draft.effectiveDate}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ effectiveDate: detail.value })}
        />
      </FormField>
    </ColumnLayout>
  );
}
