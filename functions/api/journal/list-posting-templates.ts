import { listPostingTemplates } from '../../../schemas/generated/operations/list-posting-templates.ts';
import { listTemplates } from '../../ledger/posting-templates/posting-templates.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toPostingTemplateView } from '../../views/journal-entry.ts';

export const handler = operation(listPostingTemplates, async ({ query, session, after }) => {
  const page = await listTemplates(session, toPageRequest(query, after));
  return { ...page, items: page.items.map(toPostingTemplateView) };
});
