import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { NewPostingTemplate } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useFirstFocus } from '../../../parts/fields/use-first-focus.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { formatAmount } from '../../../values/money.ts';
import type { EntryInput } from '../entry-draft.ts';
import { postText } from '../messages.ts';
import { buildTemplate, isPlaceholder, listAmounts, NO_CHOICES } from './new-template.ts';
import type { TemplateChoices } from './new-template.ts';

interface TemplateDialogProps {
  /** An entry without faults. */
  readonly entry: EntryInput;
  readonly onClose: () => void;
}

/** Saves what is typed as a template; the entry stays as it is. */
export function TemplateDialog({ entry, onClose }: TemplateDialogProps) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const [isChecked, setIsChecked] = useState(false);
  const { stage, isLocked, submit } = useSubmission({
    operation: 'createPostingTemplate',
    send: useSendTemplate(),
    isDirty: true,
  });
  const isSound =
    choices.name.trim() !== '' && Object.values(choices.placeholders).every(isPlaceholder);
  const send = () => {
    setIsChecked(true);
    if (isSound) submit(buildTemplate(entry, choices));
  };
  const close = () => {
    if (!isLocked || stage.kind === 'done') onClose();
  };
  return (
    <Modal visible header={postText('saveTemplate')} onDismiss={close}>
      {stage.kind === 'done' ? (
        <SpaceBetween size="m">
          <div role="status">{postText('templateSaved')}</div>
          <PageLink to="/config/templates/$templateId" params={{ templateId: stage.answer.id }}>
            {postText('openTemplate')}
          </PageLink>
          <Button onClick={close}>{postText('close')}</Button>
        </SpaceBetween>
      ) : (
        <SubmissionForm
          stage={stage}
          submitLabel={postText('saveTemplate')}
          onSubmit={send}
          onCancel={close}
        >
          <ChoiceFields
            entry={entry}
            choices={choices}
            onChange={(part) => setChoices((all) => ({ ...all, ...part }))}
            isChecked={isChecked}
            isLocked={isLocked}
          />
        </SubmissionForm>
      )}
    </Modal>
  );
}

interface ChoiceFieldsProps {
  readonly entry: EntryInput;
  readonly choices: TemplateChoices;
  readonly onChange: (part: Partial<TemplateChoices>) => void;
  readonly isChecked: boolean;
  readonly isLocked: boolean;
}

function ChoiceFields({ entry, choices, onChange, isChecked, isLocked }: ChoiceFieldsProps) {
  const { name, placeholders, openPostings } = choices;
  const field = useFirstFocus<InputProps.Ref>();
  const isNameMissing = isChecked && name.trim() === '';
  return (
    <SpaceBetween size="m">
      <FormField
        label={postText('templateName')}
        errorText={isNameMissing ? postText('faultTemplateName') : undefined}
      >
        <Input
          ref={field}
          value={name}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ name: detail.value })}
        />
      </FormField>
      <Header variant="h3">{postText('templateAmounts')}</Header>
      {listAmounts(entry).map((amount) => (
        <PlaceholderField
          key={amount}
          amount={amount}
          value={placeholders[amount] ?? ''}
          isLocked={isLocked}
          onChange={(text) => onChange({ placeholders: { ...placeholders, [amount]: text } })}
        />
      ))}
      {entry.postings.map(({ id, account }, at) => (
        <Checkbox
          key={id}
          checked={openPostings.includes(at)}
          readOnly={isLocked}
          onChange={({ detail }) =>
            onChange({
              openPostings: detail.checked
                ? [...openPostings, at]
                : openPostings.filter((each) => each !== at),
            })
          }
        >
          {postText('templateAccount', { count: at + 1, name: account?.name ?? '' })}
        </Checkbox>
      ))}
    </SpaceBetween>
  );
}

interface PlaceholderFieldProps {
  readonly amount: string;
  readonly value: string;
  readonly isLocked: boolean;
  readonly onChange: (text: string) => void;
}

function PlaceholderField({ amount, value, isLocked, onChange }: PlaceholderFieldProps) {
  return (
    <TextField
      label={postText('templateAmount', { amount: formatAmount(amount) })}
      hint={postText('templateAmountHint')}
      error={isPlaceholder(value) ? undefined : postText('faultPlaceholder')}
      value={value}
      isLocked={isLocked}
      onChange={onChange}
    />
  );
}

function useSendTemplate() {
  const { ledger } = useApi();
  return async (body: NewPostingTemplate, key: string) =>
    requireData(
      await ledger.POST('/api/posting-templates', {
        params: { header: { 'Idempotency-Key': key } },
        body,
      }),
    );
}
