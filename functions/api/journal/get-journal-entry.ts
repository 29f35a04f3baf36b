import { getJournalEntry } from '../../../schemas/generated/operations/get-journal-entry.ts';
import { readJournalEntry } from '../../ledger/journal/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';

export const handler = operation(getJournalEntry, async ({ path, session }) => {
  const { entry, reversedBy } = await readJournalEntry(session, path.journalEntryId);
  const reversal = reversedBy !== undefined && { reversed_by: reversedBy };
  return { body: { ...toJournalEntryView(entry), ...reversal } };
});
