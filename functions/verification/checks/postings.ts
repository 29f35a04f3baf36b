// Every account entry has the values of its posting in a journal entry, and every posting has its
// account entry.
import { readCurrency, formatMoney } from '../../domain/values/money.ts';
import { buildPostingKey } from '../../domain/journal/journal.ts';
import type { JournalEntry, Posting } from '../../domain/journal/journal.ts';
import { readPostingHashes } from '../../ledger/journal/items.ts';
import { hex } from '../../ledger/store/attributes.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { StoredRecord, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { readEntryItem, readJournalItem } from '../journal-items.ts';

export const postings = buildPairingCheck({
  name: 'postings',
  record: { kinds: ['ENT'], listFacts: ({ item }) => [toEntryFact(item)] },
  witness: { kinds: ['JRN'], listFacts: toJournalEntryFacts },
});

function toEntryFact(item: Item): Fact {
  const entry = readEntryItem(item);
  return {
    name: entry.postingKey,
    since: entry.journalEntryId,
    kind: 'account_entry',
    id: entry.id,
    place: item,
    claims: {
      id: entry.id,
      account_id: entry.accountId,
      journal_entry_id: entry.journalEntryId,
      transaction_id: entry.transactionId ?? NO_RECORD,
      entry_type: entry.entryType,
      direction: entry.direction,
      amount: formatMoney(entry.amount),
      currency: readCurrency(entry.amount),
      balance_after: formatMoney(entry.balanceAfter),
      reference: entry.reference ?? NO_RECORD,
      sequence: String(entry.sequence),
      posted_at: entry.postedAt,
      hash: entry.hash,
    },
    alone: {
      field: 'posting_key',
      stored: entry.postingKey,
      derived: 'a posting that has no other entry',
    },
  };
}

function toJournalEntryFacts(
  { tenant, item }: StoredRecord,
  audit: VerificationRun,
): Fact[] | Promise<Fact[]> {
  const entry = readJournalItem(item);
  const hashes = readPostingHashes(item);
  const toFacts = (found: readonly string[]) =>
    entry.postings.map((posting, index) =>
      toPostingFact(item, entry, { ...posting, hash: found[index] ?? NO_RECORD, index }),
    );
  if (entry.postings.length === hashes.length) return toFacts(hashes);
  const reads = entry.postings.map(
    (posting, index) => hashes[index] ?? readStoredHash(audit, tenant, { entry, posting }),
  );
  return Promise.all(reads).then(toFacts);
}

// Journal entries of earlier versions are without the hashes of their postings.
async function readStoredHash(
  { store }: VerificationRun,
  tenant: string,
  { entry, posting }: { readonly entry: JournalEntry; readonly posting: Posting },
): Promise<string> {
  const { accountId, sequence } = posting;
  const stored = await readRecord(store, keys.entry(tenant, accountId, entry.postedAt, sequence));
  return stored ? hex(stored, 'hash') : NO_RECORD;
}

type ChainedPosting = Posting & { readonly hash: string; readonly index: number };

function toPostingFact(item: Item, entry: JournalEntry, posting: ChainedPosting): Fact {
  const { index, hash } = posting;
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
      journal_entry_id: entry.id,
      transaction_id: entry.transactionId ?? NO_RECORD,
      entry_type: entry.entryType,
      direction: posting.direction,
      amount,
      currency: readCurrency(posting.amount),
      balance_after: formatMoney(posting.balanceAfter),
      reference: posting.reference ?? NO_RECORD,
      sequence: String(posting.sequence),
      posted_at: entry.postedAt,
      hash,
    },
    alone: {
      field: `account_postings/${index}`,
      stored: `${posting.direction} ${amount} on ${posting.accountId}`,
      derived: `an entry of the account, ${posting.sequence} in its sequence`,
    },
  };
}
