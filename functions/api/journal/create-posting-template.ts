import { createPostingTemplate } from '../../../schemas/generated/operations/create-posting-template.ts';
import { createTemplate, defineTemplate } from '../../domain/journal/posting-templates.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { commitTemplate } from './commit-template.ts';

export const handler = operation(createPostingTemplate, async ({ body, session, now }) => {
  const id = buildIdGenerator(session.store.shards)(now)('ptm');
  return commitTemplate(session, createTemplate(id, defineTemplate(body), now), 'created');
});
