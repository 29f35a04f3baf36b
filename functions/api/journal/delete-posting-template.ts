import { deletePostingTemplate } from '../../../schemas/generated/operations/delete-posting-template.ts';
import { deleteTemplate } from '../../domain/journal/posting-templates.ts';
import { readTemplateToChange } from '../../ledger/posting-templates/posting-templates.ts';
import { operation } from '../../runtime/operation.ts';
import { commitTemplate } from './commit-template.ts';

export const handler = operation(deletePostingTemplate, async ({ path, session, now }) => {
  const template = await readTemplateToChange(session, path.templateId);
  return commitTemplate(session, deleteTemplate(template, now), 'deleted');
});
