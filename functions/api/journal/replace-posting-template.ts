import { replacePostingTemplate } from '../../../schemas/generated/operations/replace-posting-template.ts';
import { defineTemplate, replaceTemplate } from '../../domain/journal/posting-templates.ts';
import { readTemplateToChange } from '../../ledger/posting-templates/posting-templates.ts';
import { operation } from '../../runtime/operation.ts';
import { commitTemplate } from './commit-template.ts';

export const handler = operation(replacePostingTemplate, async ({ path, body, session, now }) => {
  const content = defineTemplate(body);
  const template = await readTemplateToChange(session, path.templateId);
  return commitTemplate(session, replaceTemplate(template, content, body.version, now), 'replaced');
});
