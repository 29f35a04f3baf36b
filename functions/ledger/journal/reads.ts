// Reads of the journal. Every read is strongly consistent and makes a known number of requests.
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Session } from '../commit/session.ts';
import { batchGet } from '../store/batch-get.ts';
import { isId } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { fromJournalItem } from './items.ts';
import { findReversal } from './reversal-marks.ts';

/** One journal entry and the id of its reversal: one request. Refuses with journal_entry_not_found. */
export async function readJournalEntry(
  session: Session,
  id: string,
): Promise<{ entry: JournalEntry; reversedBy: string | undefined }> {
  const { store, tenant } = session;
  const wanted = [keys.journalEntry(tenant, id), keys.reversal(tenant, id)];
  const items = isId('jrn', id) ? await batchGet(store, store.ledgerTable, wanted) : [];
  const item = items.find(({ SK }) => SK === id);
  if (!item) {
    throw new Refusal('journal_entry_not_found', `There is no journal entry ${id.slice(0, 64)}.`);
  }
  return { entry: fromJournalItem(item), reversedBy: findReversal(items) };
}
