import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { TextField } from '../../parts/fields/text-field.tsx';
import { loadPart } from '../../parts/load-part.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { buildEntryBody, EMPTY_LINE, findDraftFaults } from './entry-draft.ts';
import type { EntryInput } from './entry-draft.ts';
import { findEntryField, placeFaults } from './field-faults.ts';
import type { FieldFaults } from './field-faults.ts';
import { DescriptionField } from './fields/description-field.tsx';
import { EntryFields } from './fields/entry-fields.tsx';
import { formatFault } from './fields/format-fault.ts';
import { useSettledPostings } from './fields/use-settled-postings.ts';
import { postText } from './messages.ts';
import { PostingForm } from './form/posting-form.tsx';
import { TemplateFields } from './templates/template-fields.tsx';
import { usePostingDraft } from './use-posting-draft.ts';
import { useSendEntry } from './use-send-entry.ts';

const TemplateDialog = loadPart(
  async () => (await import('./templates/template-dialog.tsx')).TemplateDialog,
);

const EMPTY: EntryInput = {
  lines: ['first', 'second'].map((id) => ({ ...EMPTY_LINE, id })),
  postings: [],
  description: '',
  effectiveDate: '',
};

interface EntryFormProps {
  /** The id of the template that is offered first. */
  readonly template: string | undefined;
  readonly onReset: () => void;
}

/** A journal entry of any lines and postings. */
export function EntryForm({ template, onReset }: EntryFormProps) {
  const { draft, isDirty, change, faults, check } = usePostingDraft(EMPTY, findDraftFaults);
  const [kept, setKept] = useState<EntryInput>();
  const settle = useSettledPostings();
  const settleDraft = async () => {
    const settled = { ...draft, postings: await settle(draft.postings) };
    return check(settled) ? settled : undefined;
  };
  const review = async () => {
    const settled = await settleDraft();
    return settled && toReviewed(settled);
  };
  return (
    <>
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
              <TemplateFields first={template} onFill={change} isLocked={isLocked} />
              <EntryFields {...fields} />
              <EntryTexts {...fields} />
              <SaveButton isLocked={isLocked} onSave={async () => setKept(await settleDraft())} />
            </SpaceBetween>
          );
        }}
      </PostingForm>
      {/* Not inside: what its form sends would also be sent by the form around it. */}
      {kept !== undefined && <TemplateDialog entry={kept} onClose={() => setKept(undefined)} />}
    </>
  );
}

function toReviewed(draft: EntryInput) {
  const entry = buildEntryBody(draft);
  return { body: entry, entry };
}

interface SaveButtonProps {
  readonly isLocked: boolean;
  readonly onSave: () => Promise<void>;
}

function SaveButton({ isLocked, onSave }: SaveButtonProps) {
  const isPermitted = useIsPermitted(['configuration.write']);
  if (!isPermitted) return null;
  return (
    <Button formAction="none" disabled={isLocked} onClick={() => void onSave()}>
      {postText('saveTemplate')}
    </Button>
  );
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
      <DescriptionField
        value={draft.description}
        onChange={(description) => onChange({ description })}
        error={formatFault(faults['description'])}
        isLocked={isLocked}
      />
      <TextField
        label={postText('effectiveDate')}
        hint={postText('effectiveDateHint')}
        value={draft.effectiveDate}
        onChange={(effectiveDate) => onChange({ effectiveDate })}
        error={formatFault(faults['effectiveDate'])}
        isLocked={isLocked}
      />
    </ColumnLayout>
  );
}
