import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { buildEntryBody, EMPTY_LINE, findDraftFaults } from './entry-draft.ts';
import type { EntryInput } from './entry-draft.ts';
import { findEntryField, placeFaults } from './field-faults.ts';
import type { FieldFaults } from './field-faults.ts';
import { EntryFields } from './fields/entry-fields.tsx';
import { TextField } from './fields/text-field.tsx';
import { useSettledPostings } from './fields/use-settled-postings.ts';
import { postText } from './messages.ts';
import { PostingForm } from './form/posting-form.tsx';
import { TemplateFields } from './templates/template-fields.tsx';
import { usePostingDraft } from './use-posting-draft.ts';
import { useSendEntry } from './use-send-entry.ts';

const EMPTY: EntryInput = {
  lines: ['first', 'second'].map((id) => ({ ...EMPTY_LINE, id })),
  postings: [],
  description: '',
  effectiveDate: '',
};

/** A journal entry of any lines and postings. */
export function EntryForm({ onReset }: { readonly onReset: () => void }) {
  const { draft, isDirty, change, faults, check } = usePostingDraft(EMPTY, findDraftFaults);
  const settle = useSettledPostings();
  const review = async () => {
    const settled = { ...draft, postings: await settle(draft.postings) };
    return check(settled) ? toReviewed(settled) : undefined;
  };
  return (
    <PostingForm
      operation="postJournalEntry"
      send={useSendEntry()}
      isDirty={isDirty}
      drafted={Object.keys(findDraftFaults(draft)).length === 0 ? toReviewed(draft) : undefined}
      review={review}
      onReset={onReset}
    >
      {({ isLocked, memberFaults }) => {
        const placed = placeFaults(memberFaults, (path) => findEntryField(draft, path));
        const fields = { draft, onChange: change, faults: { ...placed, ...faults }, isLocked };
        return (
          <SpaceBetween size="m">
            <TemplateFields onFill={change} isLocked={isLocked} />
            <EntryFields {...fields} />
            <EntryTexts {...fields} />
          </SpaceBetween>
        );
      }}
    </PostingForm>
  );
}

function toReviewed(draft: EntryInput) {
  const entry = buildEntryBody(draft);
  return { body: entry, entry };
}

interface EntryTextsProps {
  readonly draft: EntryInput;
  readonly onChange: (change: Partial<EntryInput>) => void;
  readonly faults: FieldFaults;
  readonly isLocked: boolean;
}

function EntryTexts({ draft, onChange, faults, isLocked }: EntryTextsProps) {
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <TextField
        label={postText('description')}
        hint={postText('optional')}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        fault={faults['description']}
        isLocked={isLocked}
      />
      <TextField
        label={postText('effectiveDate')}
        hint={postText('effectiveDateHint')}
        value={draft.effectiveDate}
        onChange={(effectiveDate) => onChange({ effectiveDate })}
        fault={faults['effectiveDate']}
        isLocked={isLocked}
      />
    </ColumnLayout>
  );
}
