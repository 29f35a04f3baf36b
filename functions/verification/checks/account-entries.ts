// Re-derives an account's balance, sequence, version, hash chain and times from its entries, and finds
// entries of accounts that do not exist.
import { accountStateFields } from '../../ledger/accounts/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readPartition, readRecord } from '../../ledger/store/table-scans.ts';
import { AccountEntryChain } from '../account-entry-chain.ts';
import { inspectOwnedRecords } from '../owned-records.ts';
import type { RecordLocation } from '../owned-records.ts';
import type { VerificationRun, VerificationCheck } from '../check.ts';
import type { Flaw } from '../difference.ts';

/** The maximum of flaws that are kept of one account. */
const FLAWS_MAX = 1_000;

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
): Promise<Flaw[]> {
  const accountId = readAccountId(item);
  let state = accountStateFields.fromItem(item);
  const book = new AccountEntryChain(tenant, accountId, readItemCurrency(item));
  const reading = { audit, book, partition: keys.entries(tenant, accountId), onEntry };
  const first = await readEntries(reading, '', Infinity);
  const flaws = first.flaws;
  if (book.sequence > state.sequence) {
    const fresh = await readRecord(audit.store, item);
    if (fresh && fresh['version'] !== item['version']) {
      state = accountStateFields.fromItem(fresh);
      flaws.push(...(await readEntries(reading, first.last, state.sequence)).flaws);
    }
  }
  return [...flaws, ...book.close(state)];
}

function readItemCurrency(item: Item): string {
  return String(item['currency']);
}

interface AccountReading {
  readonly audit: VerificationRun;
  readonly book: AccountEntryChain;
  readonly partition: string;
  readonly onEntry: (entry: Item) => void;
}

async function readEntries(
  { audit, book, partition, onEntry }: AccountReading,
  after: string,
  until: number,
): Promise<{ flaws: Flaw[]; last: string }> {
  const flaws: Flaw[] = [];
  let last = after || ' ';
  if (book.sequence >= until) return { flaws, last };
  for await (const page of readPartition(audit.store, partition, last)) {
    for (const entry of page) {
      if (book.sequence >= until) return { flaws, last };
      onEntry(entry);
      const found = book.enter(entry);
      if (flaws.length < FLAWS_MAX) flaws.push(...found);
      last = entry.SK;
    }
  }
  return { flaws, last };
}
