// Balance, sequence, version, balance_after, hash chain and its head, and the times of an account:
// all re-derived from its entries. And no entry lies with an account that does not exist.
import { fromBalanceItem } from '../../ledger/journal/items.ts';
import type { Item } from '../../ledger/journal/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readPartition, readRecord } from '../../ledger/store/table-scans.ts';
import { AccountEntryChain } from '../account-entry-chain.ts';
import { inspectOwnedRecords } from '../owned-records.ts';
import type { RecordLocation } from '../owned-records.ts';
import type { VerificationRun, VerificationCheck, RecordInspection } from '../check.ts';
import type { Flaw } from '../difference.ts';

/** So many flaws of one account are kept; of one that is wrong all through nobody reads more. */
const FLAWS_MAX = 1_000;

export const accountBooks: VerificationCheck = {
  name: 'account-books',
  kinds: ['BAL', 'ENT'],
  begin: (audit): RecordInspection =>
    inspectOwnedRecords(audit, {
      kind: 'ENT',
      since: (item) => String(item['journal_entry_id']),
      owner: (tenant, item) => keys.balance(tenant, readAccountId(item)),
      flaw: (item) => ({
        kind: 'account_entry',
        id: String(item['id']),
        field: 'account_id',
        stored: readAccountId(item),
        derived: 'an account that exists',
      }),
      examine: examineAccount,
    }),
};

function readAccountId({ PK }: Item): string {
  return PK.split('#')[3] ?? '';
}

/**
 * What is wrong with one account. Postings may go on: what the balance record says was true when it
 * was read, so the entries read after it are all there up to its sequence. Entries beyond it mean
 * that the account has moved on; then the record is read again, and the entries up to that.
 */
async function examineAccount(
  audit: VerificationRun,
  { tenant, item }: RecordLocation,
  onEntry: (entry: Item) => void,
): Promise<Flaw[]> {
  const accountId = readAccountId(item);
  let state = fromBalanceItem(item);
  const book = new AccountEntryChain(tenant, accountId, readItemCurrency(item));
  const reading = { audit, book, partition: keys.entries(tenant, accountId), onEntry };
  const first = await readEntries(reading, '', Infinity);
  const flaws = first.flaws;
  if (book.sequence > state.sequence) {
    const fresh = await readRecord(audit.store, item);
    if (fresh && fresh['version'] !== item['version']) {
      state = fromBalanceItem(fresh);
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
