import { listJournalEntries as contract } from '../../../schemas/generated/operations/list-journal-entries.ts';
import { parseDayPeriod } from '../../domain/values/periods.ts';
import { listJournalEntries } from '../../ledger/journal/journal-lists.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const request = toPageRequest(query, after);
  const page = await listJournalEntries(session, parseDayPeriod(query), query, request);
  return { ...page, items: page.items.map(toJournalEntryView) };
});
