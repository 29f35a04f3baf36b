// What an adjustment is asked for, and the record that it is about.
import type { NewEntry } from './journal.ts';
import type { NewLending } from './loan-entries.ts';
import { known } from './refused.ts';
import type { Books, JournalEntry, Transaction } from './histories/world.ts';

export interface NewAdjustment {
  readonly target_type: 'TRANSACTION' | 'JOURNAL_ENTRY';
  readonly target_id: string;
  readonly adjustment_type: 'REVERSAL' | 'CORRECTION';
  readonly reason: string;
  readonly correction?: { readonly journal?: NewEntry; readonly lending?: NewLending };
}
/** A journal entry, or a transaction with the one that has posted it. */
export interface Target {
  readonly entry: JournalEntry;
  readonly transaction?: Transaction;
}

/** The record that is to be adjusted, or a no. */
export function targetOf(
  books: Books,
  { target_type: type, target_id: id }: NewAdjustment,
): Target {
  if (type === 'JOURNAL_ENTRY') {
    return { entry: known(books.journal, id, 'journal_entry_not_found') };
  }
  const transaction = known(books.transactions, id, 'transaction_not_found');
  return { transaction, entry: known(books.journal, transaction.entryId, 'transaction_not_found') };
}
