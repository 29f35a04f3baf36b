// What all operations that change a posting template share.
import type { PostingTemplate } from '../../domain/journal/posting-templates.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildTemplateWrite } from '../../ledger/posting-templates/posting-templates.ts';
import { toPostingTemplateView } from '../../views/journal-entry.ts';

/** Commits the template with its event. */
export function commitTemplate(
  session: Session,
  template: PostingTemplate,
  change: 'created' | 'replaced' | 'deleted',
): Promise<Outcome> {
  const { id: aggregateId, version } = template;
  return commit(session, {
    writes: [buildTemplateWrite(session, template)],
    events: [{ type: `posting_template.${change}`, aggregateId, version, payloadAt: '' }],
    status: change === 'created' ? 201 : 200,
    body: toPostingTemplateView(template),
  });
}
