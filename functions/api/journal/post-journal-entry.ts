import { postJournalEntry } from '../../../schemas/generated/operations/post-journal-entry.ts';
import { draftEntries } from '../../domain/journal/entry-draft.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';
import { buildPostedEvent } from '../../events/journal-entry.ts';
import { postDrafts } from './post-drafts.ts';

export const handler = operation(postJournalEntry, async ({ body, session, now }) => {
  const drafts = draftEntries([body], ['']);
  const { entries, writes, ruleEvents } = await postDrafts(session, drafts, now);
  const events = [...entries.map((entry) => buildPostedEvent(entry, '')), ...ruleEvents];
  const [view] = entries.map(toJournalEntryView);
  return commit(session, { writes, events, status: 201, body: view });
});
