import { getJournalEntry } from '../../../schemas/generated/operations/get-journal-entry.ts';
import { readJournalEntry } from '../../ledger/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { journalEntryView } from './journal-entry-view.ts';

export const handler = operation(getJournalEntry, async ({ path, session }) => {
  const entry = await readJournalEntry(session, path.journalEntryId);
  return { body: journalEntryView(entry) };
});
