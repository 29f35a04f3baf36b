// Every account entry has the values of its posting in a journal entry, and every posting has its
// account entry.
import { readCurrency, formatMoney } from '../../domain/values/money.ts';
import { buildPostingKey } from '../../domain/journal/journal.ts';
import type { JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { StoredRecord } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';

export const postings = buildPairingCheck({
  name: 'postings',
  record: { kinds: ['ENT'], listFacts: ({ item }) => [toEntryFact(item)] },
  witness: { kinds: ['JRN'], listFacts: toJournalEntryFacts },
});

function toEntryFact(item: Item): Fact {
  const entry = accountEntryFields.fromItem(item);
  return {
    name: entry.postingKey,
    since: entry.journalEntryId,
    kind: 'account_entry',
    id: entry.id,
    place: item,
    claims: {
      id: entry.id,
      account_id: entry.accountId,
      entry_type: entry.entryType,
      direction: entry.direction,
      amount: formatMoney(entry.amount),
      currency: readCurrency(entry.amount),
      balance_after: formatMoney(entry.balanceAfter),
      reference: entry.reference ?? NO_RECORD,
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

function toJournalEntryFacts({ item }: StoredRecord): Fact[] {
  const entry = fromJournalItem(item);
  return entry.postings.map((posting, index) => toPostingFact(item, entry, posting, index));
}

function toPostingFact(item: Item, entry: JournalEntry, posting: Posting, index: number): Fact {
  const amount = formatMoney(posting.amount);
  return {
    name: buildPostingKey(entry.id, index + 1),
    since: entry.id,
    kind: 'journal_entry',
    id: entry.id,
    place: item,
    claims: {
      id: posting.entryId,
      account_id: posting.accountId,
      entry_type: entry.entryType,
      direction: posting.direction,
      amount,
      currency: readCurrency(posting.amount),
      balance_after: formatMoney(posting.balanceAfter),
      reference: posting.reference ?? NO_RECORD,
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
