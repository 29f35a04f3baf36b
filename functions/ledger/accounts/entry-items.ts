// How the entries of an account's statement are stored and mapped to views.
import type { Direction } from '../../domain/values/direction.ts';
import type { EntryType, JournalEntry } from '../../domain/journal/journal.ts';
import { buildPostingKey } from '../../domain/journal/journal.ts';
import type { Money } from '../../domain/values/money.ts';
import { amount, count, hex, hidden, money, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import type { Field } from '../store/fields.ts';
import { readCount, readText } from '../store/attributes.ts';

/** One entry of an account's statement, with the hash that chains it. */
export interface AccountEntry {
  readonly id: string;
  readonly accountId: string;
  readonly journalEntryId: string;
  readonly transactionId?: string;
  readonly postingKey: string;
  readonly entryType: EntryType;
  readonly direction: Direction;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly reference?: string;
  readonly sequence: number;
  readonly postedAt: string;
  readonly hash: string;
}

export const accountEntryFields = fields<AccountEntry>()({
  id: text('id'),
  accountId: text('account_id'),
  journalEntryId: text('journal_entry_id'),
  transactionId: readOptionalText(text('transaction_id')),
  postingKey: postingPosition(),
  entryType: text('entry_type'),
  direction: text('direction'),
  amount: money('amount'),
  balanceAfter: amount('balance_after'),
  reference: readOptionalText(text('reference')),
  sequence: hidden(count('sequence')),
  postedAt: text('posted_at'),
  hash: hex('hash'),
});

// The item stores only the position; the rest of the posting key is the journal entry's id.
function postingPosition(): Field<string, { posting_key: string }> {
  return {
    attribute: 'position',
    read: (item) =>
      buildPostingKey(readText(item, 'journal_entry_id'), readCount(item, 'position')),
    write: (key, item) => {
      item['position'] = BigInt(key.slice(key.lastIndexOf('#') + 1));
    },
    show: (key, view) => {
      view['posting_key'] = key;
    },
  };
}

/** The account entry of a posting; `index` counts the postings of the journal entry from 0. */
export function buildAccountEntry(
  { id, postings, entryType, transactionId, postedAt }: JournalEntry,
  index: number,
  hash: string,
): AccountEntry {
  const posting = postings[index];
  if (!posting) throw new RangeError(`journal entry ${id} has no posting ${index}`);
  return {
    id: posting.entryId,
    accountId: posting.accountId,
    journalEntryId: id,
    ...(transactionId !== undefined && { transactionId }),
    postingKey: buildPostingKey(id, index + 1),
    entryType,
    direction: posting.direction,
    amount: posting.amount,
    balanceAfter: posting.balanceAfter,
    ...(posting.reference !== undefined && { reference: posting.reference }),
    sequence: posting.sequence,
    postedAt,
    hash,
  };
}
