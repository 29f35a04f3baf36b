import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { NewPostingTemplate } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { ChangeForm } from '../editing/change-form.tsx';
import { noticeChange } from '../editing/notice-change.ts';
import { ContentFields } from './content-fields.tsx';
import { templateText } from './messages.ts';
import {
  describeTemplate,
  findTemplateFaults,
  placeTemplateFaults,
  toTemplateInput,
} from './template-draft.ts';
import type { SavedTemplate } from './template-draft.ts';

interface TemplateFormProps {
  /** Undefined for a template that is new. */
  readonly template: SavedTemplate | undefined;
  /** Called when the template has another version than the one that is shown. */
  readonly onChanged?: () => void;
  readonly onClose: () => void;
}

/** Saves a template, or replaces the version of it that the operator has seen. */
export function TemplateForm({ template, onChanged, onClose }: TemplateFormProps) {
  const [current] = useState(() => toTemplateInput(undefined));
  const draft = useDraft(
    `template ${template?.id ?? ''}`,
    template === undefined ? current : toTemplateInput(template),
  );
  const [isChecked, setIsChecked] = useState(false);
  const { input, change } = draft;
  const faults = findTemplateFaults(input);
  return (
    <ChangeForm
      title={templateText(template === undefined ? 'create' : 'replace')}
      operation={template === undefined ? 'createPostingTemplate' : 'replacePostingTemplate'}
      submitLabel={templateText(template === undefined ? 'create' : 'replace')}
      draft={draft}
      describe={describeTemplate}
      onCheck={() => setIsChecked(true)}
      build={() => {
        if (Object.keys(faults).length > 0) return undefined;
        return { content: describeTemplate(input), replaced: template };
      }}
      send={useSendTemplate(onChanged)}
      onClose={onClose}
    >
      {(isLocked, _faults, memberFaults) => (
        <SpaceBetween size="m">
          <div>{templateText('createSentence')}</div>
          <ContentFields
            input={input}
            change={change}
            faults={{
              ...placeTemplateFaults(input, memberFaults),
              ...(isChecked ? faults : {}),
            }}
            isLocked={isLocked}
          />
        </SpaceBetween>
      )}
    </ChangeForm>
  );
}

interface SentTemplate {
  readonly content: NewPostingTemplate;
  /** The template as the operator has seen it. */
  readonly replaced: SavedTemplate | undefined;
}

function useSendTemplate(onChanged: TemplateFormProps['onChanged']) {
  const { ledger } = useApi();
  const send = async ({ content, replaced }: SentTemplate, key: string): Promise<SavedTemplate> => {
    const header = { 'Idempotency-Key': key };
    if (replaced === undefined) {
      const answer = await ledger.POST('/api/posting-templates', {
        params: { header },
        body: content,
      });
      return requireData(answer);
    }
    const answer = await ledger.PUT('/api/posting-templates/{templateId}', {
      params: { path: { templateId: replaced.id }, header },
      body: { ...content, version: replaced.version },
    });
    return requireData(answer);
  };
  return noticeChange(send, 'posting_template_changed', onChanged);
}
