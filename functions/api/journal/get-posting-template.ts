import { getPostingTemplate } from '../../../schemas/generated/operations/get-posting-template.ts';
import { readTemplate } from '../../ledger/posting-templates/posting-templates.ts';
import { operation } from '../../runtime/operation.ts';
import { toPostingTemplateView } from '../../views/journal-entry.ts';

export const handler = operation(getPostingTemplate, async ({ path, session }) => ({
  body: toPostingTemplateView(await readTemplate(session, path.templateId)),
}));
