// Every account entry belongs to a posting of a journal entry and says the same as it, and every
// posting has its account entry.
import { currencyOf, formatMoney } from '../../domain/values/money.ts';
import { postingKey } from '../../domain/journal/journal.ts';
import type { JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { StoredRecord } from '../check.ts';
import { NOTHING } from '../difference.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

export const postings = pairingCheck({
  name: 'postings',
  record: { kinds: ['ENT'], testimonies: ({ item }) => [ofEntry(item)] },
  witness: { kinds: ['JRN'], testimonies: ofJournalEntry },
});

function ofEntry(item: Item): Testimony {
  const entry = accountEntryFields.fromItem(item);
  return {
    name: entry.postingKey,
    since: entry.journalEntryId,
    kind: 'account_entry',
    id: entry.id,
    place: item,
    says: {
      id: entry.id,
      account_id: entry.accountId,
      entry_type: entry.entryType,
      direction: entry.direction,
      amount: formatMoney(entry.amount),
      currency: currencyOf(entry.amount),
      balance_after: formatMoney(entry.balanceAfter),
      reference: entry.reference ?? NOTHING,
      sequence: String(entry.sequence),
      posted_at: entry.postedAt,
    },
    alone: {
      field: 'posting_key',
      stored: entry.postingKey,
      derived: 'a posting that has no other entry',
    },
  };
}

function ofJournalEntry({ item }: StoredRecord): Testimony[] {
  const entry = fromJournalItem(item);
  return entry.postings.map((posting, index) => ofPosting(item, entry, posting, index));
}

function ofPosting(item: Item, entry: JournalEntry, posting: Posting, index: number): Testimony {
  const amount = formatMoney(posting.amount);
  return {
    name: postingKey(entry.id, index + 1),
    since: entry.id,
    kind: 'journal_entry',
    id: entry.id,
    place: item,
    says: {
      id: posting.entryId,
      account_id: posting.accountId,
      entry_type: entry.entryType,
      direction: posting.direction,
      amount,
      currency: currencyOf(posting.amount),
      balance_after: formatMoney(posting.balanceAfter),
      reference: posting.reference ?? NOTHING,
      sequence: String(posting.sequence),
      posted_at: entry.postedAt,
    },
    alone: {
      field: `account_postings/${index}`,
      stored: `${posting.direction} ${amount} on ${posting.accountId}`,
      derived: `an entry of the account, ${posting.sequence} in its sequence`,
    },
  };
}
