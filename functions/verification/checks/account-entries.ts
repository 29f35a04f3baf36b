// Re-derives an account's balance, sequence, version, hash chain and times from its entries, and finds
// entries of accounts that do not exist.
import { accountStateFields } from '../../ledger/accounts/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readPartition, readRecord } from '../../ledger/store/table-scans.ts';
import { AccountEntryChain } from '../account-entry-chain.ts';
import { inspectOwnedRecords, OwnerFlaws } from '../owned-records.ts';
import type { RecordLocation } from '../owned-records.ts';
import type { VerificationRun, VerificationCheck } from '../check.ts';

export const accountBooks: VerificationCheck = {
  name: 'account-books',
  begin: (audit, input) => inspectOwnedRecords(audit, entryRule, input),
};

const entryRule = {
  ownerKind: 'BAL',
  kind: 'ENT',
  since: (item: Item) => String(item['journal_entry_id']),
  owner: (tenant: string, item: Item) => keys.balance(tenant, readAccountId(item)),
  flaw: (item: Item) => ({
    kind: 'account_entry',
    id: String(item['id']),
    field: 'account_id',
    stored: readAccountId(item),
    derived: 'an account that exists',
  }),
  examine: examineAccount,
} as const;

function readAccountId({ PK }: Item): string {
  return PK.split('#')[3] ?? '';
}

/**
 * Finds the flaws of one account while postings are made. The entries are read after the balance
 * record, so all entries up to its sequence are there. Entries beyond it mean a later posting: the
 * balance record is then read again, and the entries up to its new sequence.
 */
async function examineAccount(
  audit: VerificationRun,
  { tenant, item }: RecordLocation,
  onEntry: (entry: Item) => void,
): Promise<OwnerFlaws> {
  const accountId = readAccountId(item);
  let state = accountStateFields.fromItem(item);
  const book = new AccountEntryChain(tenant, accountId, readItemCurrency(item));
  const flaws = new OwnerFlaws();
  const reading = { audit, book, partition: keys.entries(tenant, accountId), onEntry, flaws };
  const last = await readEntries(reading, '', Infinity);
  if (book.sequence > state.sequence) {
    const fresh = await readRecord(audit.store, item);
    if (fresh && fresh['version'] !== item['version']) {
      state = accountStateFields.fromItem(fresh);
      await readEntries(reading, last, state.sequence);
    }
  }
  flaws.addOwn(book.close(state), book.unlistedGaps);
  return flaws;
}

function readItemCurrency(item: Item): string {
  return String(item['currency']);
}

interface AccountReading {
  readonly audit: VerificationRun;
  readonly book: AccountEntryChain;
  readonly partition: string;
  readonly onEntry: (entry: Item) => void;
  readonly flaws: OwnerFlaws;
}

/** Returns the sort key of the last entry that it has read. */
async function readEntries(
  { audit, book, partition, onEntry, flaws }: AccountReading,
  after: string,
  until: number,
): Promise<string> {
  let last = after || ' ';
  if (book.sequence >= until) return last;
  for await (const page of readPartition(audit.store, partition, last)) {
    for (const entry of page) {
      if (book.sequence >= until) return last;
      onEntry(entry);
      flaws.add(book.enter(entry));
      last = entry.SK;
    }
  }
  return last;
}
