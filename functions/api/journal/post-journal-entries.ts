import { postJournalEntries } from '../../../schemas/generated/operations/post-journal-entries.ts';
import { draftEntries } from '../../domain/journal/entry-draft.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';
import { buildPostedEvent } from '../../events/journal-entry.ts';
import { postDrafts } from './post-drafts.ts';

export const handler = operation(postJournalEntries, async ({ body, session, now }) => {
  const pointers = body.entries.map((_, index) => `/entries/${index}`);
  const drafts = draftEntries(body.entries, pointers);
  const { entries, writes, ruleEvents } = await postDrafts(session, drafts, now);
  const posted = entries.map((entry, index) => buildPostedEvent(entry, `/items/${index}`));
  return commit(session, {
    writes,
    events: [...posted, ...ruleEvents],
    status: 201,
    body: { items: entries.map(toJournalEntryView) },
  });
});
