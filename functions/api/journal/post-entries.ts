// What posting one entry and posting a batch have in common: read, decide, write.
import type { EntryDraft } from '../../domain/entry-draft.ts';
import { postEntries } from '../../domain/journal.ts';
import type { JournalEntry } from '../../domain/journal.ts';
import type { Write } from '../../ledger/commit.ts';
import { idsAt } from '../../ledger/ids.ts';
import { readAccountsToPost } from '../../ledger/reads.ts';
import type { EventDraft } from '../../ledger/receipt-events.ts';
import type { Session } from '../../ledger/session.ts';
import { postingWrites } from '../../ledger/writes.ts';
import { journalEntryView } from './journal-entry-view.ts';

/** The posted entries and the writes that post them; two requests to the store with the commit. */
export async function postDrafts(
  session: Session,
  drafts: readonly EntryDraft[],
  now: Date,
): Promise<{ entries: readonly JournalEntry[]; writes: Write[] }> {
  const ids = drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
  const accounts = await readAccountsToPost(session, ids);
  const { actor: postedBy, correlationId, store } = session;
  const context = { now, postedBy, correlationId, idsAt: idsAt(store.shards) };
  const posted = postEntries(drafts, accounts, context);
  return { entries: posted.entries, writes: postingWrites(session, accounts, posted) };
}

/** The event of a posted entry; without a place in the answer it carries the entry itself. */
export function postedEvent(entry: JournalEntry, payloadAt?: string): EventDraft {
  const head = { type: 'journal_entry.posted', aggregateId: entry.id, version: 1 };
  return payloadAt === undefined
    ? { ...head, payload: journalEntryView(entry) }
    : { ...head, payloadAt };
}
