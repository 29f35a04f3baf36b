// The entries of an account's statement to DynamoDB items and back.
import type { Direction } from '../../domain/journal/entry-draft.ts';
import type { EntryType, JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { postingKey } from '../../domain/journal/journal.ts';
import { currencyOf, minorOf, money } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

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

/** A posting in its place: the journal entry, the position in it from 1, and the chained hash. */
export interface PlacedPosting {
  readonly entry: JournalEntry;
  readonly posting: Posting;
  readonly position: number;
  readonly hash: string;
}

export function entryItem(tenant: string, placed: PlacedPosting): Item {
  const { entry, posting, position, hash } = placed;
  return {
    ...keys.entry(tenant, posting.accountId, entry.postedAt, posting.sequence),
    id: posting.entryId,
    account_id: posting.accountId,
    journal_entry_id: entry.id,
    transaction_id: entry.transactionId,
    position: BigInt(position),
    entry_type: entry.entryType,
    direction: posting.direction,
    amount: minorOf(posting.amount),
    currency: currencyOf(posting.amount),
    balance_after: minorOf(posting.balanceAfter),
    reference: posting.reference,
    sequence: BigInt(posting.sequence),
    posted_at: entry.postedAt,
    hash: Buffer.from(hash, 'hex'),
  };
}

export function accountEntry(item: Item): AccountEntry {
  const currency = text(item, 'currency');
  const journalEntryId = text(item, 'journal_entry_id');
  return {
    id: text(item, 'id'),
    accountId: text(item, 'account_id'),
    journalEntryId,
    ...optional(item, 'transaction_id', 'transactionId'),
    postingKey: postingKey(journalEntryId, count(item, 'position')),
    entryType: text(item, 'entry_type') as EntryType,
    direction: text(item, 'direction') as Direction,
    amount: money(minor(item, 'amount'), currency),
    balanceAfter: money(minor(item, 'balance_after'), currency),
    ...optional(item, 'reference', 'reference'),
    sequence: count(item, 'sequence'),
    postedAt: text(item, 'posted_at'),
    hash: Buffer.from(item['hash'] as Uint8Array).toString('hex'),
  };
}
