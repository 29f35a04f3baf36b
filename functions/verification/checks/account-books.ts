// Balance, sequence, version, balance_after, hash chain and its head, and the times of an account:
// all re-derived from its entries. And no entry lies with an account that does not exist.
import { accountState } from '../../ledger/items.ts';
import type { Item } from '../../ledger/items.ts';
import { keys } from '../../ledger/keys.ts';
import { readPartition, readRecord } from '../../ledger/auditing.ts';
import { AccountBook } from '../account-book.ts';
import type { Flaw } from '../account-book.ts';
import type { Audit, Check, Inspection, StoredRecord } from '../check.ts';
import { Tally } from '../tally.ts';

/** So many flaws of one account are kept; of one that is wrong all through nobody reads more. */
const FLAWS_MAX = 1_000;
/** So many flaws in all wait for a second look; accounts with more are looked at again at once. */
const WAITING_MAX = 10_000;

interface Suspect {
  readonly tenant: string;
  readonly accountId: string;
  readonly flaws: readonly Flaw[];
}

export const accountBooks: Check = {
  name: 'account-books',
  kinds: ['BAL', 'ENT'],
  begin: (audit): Inspection => {
    const suspects: Suspect[] = [];
    let waiting = 0;
    // The entries that there are, against those that were read with an account.
    const owned = new Tally();
    const count = (side: 'record' | 'witness', item: Item) => {
      const journalEntryId = String(item['journal_entry_id']);
      if (!audit.isUnderWay(journalEntryId)) owned.add(side, nameOf(item), '');
    };
    return {
      see: async ({ tenant, kind, item }) => {
        if (kind === 'ENT') return count('record', item);
        const accountId = accountOf(item);
        const onEntry = (entry: Item) => count('witness', entry);
        const flaws = await examine(audit, { tenant, item }, onEntry);
        if (flaws.length === 0) return;
        const suspect = { tenant, accountId, flaws };
        waiting += flaws.length;
        if (waiting <= WAITING_MAX) suspects.push(suspect);
        else await lookAgain(audit, suspect);
      },
      conclude: async () => {
        for (const suspect of suspects) await lookAgain(audit, suspect);
        await findForsaken(audit, owned);
      },
    };
  },
};

function nameOf({ PK, SK }: Item): string {
  return `${PK} ${SK}`;
}

function accountOf({ PK }: Item): string {
  return PK.split('#')[3] ?? '';
}

type Place = Pick<StoredRecord, 'tenant' | 'item'>;

/**
 * What is wrong with one account. Postings may go on: what the balance record says was true when it
 * was read, so the entries read after it are all there up to its sequence. Entries beyond it mean
 * that the account has moved on; then the record is read again, and the entries up to that.
 */
async function examine(
  audit: Audit,
  { tenant, item }: Place,
  onEntry: (entry: Item) => void,
): Promise<Flaw[]> {
  const accountId = accountOf(item);
  let state = accountState(item);
  const book = new AccountBook(tenant, accountId, currencyOf(item));
  const reading = { audit, book, partition: keys.entries(tenant, accountId), onEntry };
  const first = await readOn(reading, '', Infinity);
  const flaws = first.flaws;
  if (book.sequence > state.sequence) {
    const fresh = await readRecord(audit.store, item);
    if (fresh && fresh['version'] !== item['version']) {
      state = accountState(fresh);
      flaws.push(...(await readOn(reading, first.last, state.sequence)).flaws);
    }
  }
  return [...flaws, ...book.close(state)];
}

function currencyOf(item: Item): string {
  return String(item['currency']);
}

interface Reading {
  readonly audit: Audit;
  readonly book: AccountBook;
  readonly partition: string;
  readonly onEntry: (entry: Item) => void;
}

async function readOn(
  { audit, book, partition, onEntry }: Reading,
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

// Only what is found both times is there: a posting that was on its way the first time is not.
async function lookAgain(audit: Audit, { tenant, accountId, flaws }: Suspect): Promise<void> {
  await audit.settled();
  const item = await readRecord(audit.store, keys.balance(tenant, accountId));
  if (!item) return;
  const again = await examine(audit, { tenant, item }, () => undefined);
  const known = new Set(flaws.map(sameOf));
  for (const flaw of again.filter((one) => known.has(sameOf(one)))) audit.report(flaw);
}

function sameOf({ kind, id, field }: Flaw): string {
  return [kind, id, field].join(' ');
}

async function findForsaken(audit: Audit, owned: Tally): Promise<void> {
  const uneven = owned.uneven();
  if (uneven.length === 0) return;
  await audit.settled();
  await audit.walk(['ENT'], async ({ tenant, item }) => {
    const bucket = owned.bucketOf(nameOf(item));
    if (audit.isFull() || !uneven.some((buckets) => buckets.has(bucket))) return;
    const accountId = accountOf(item);
    if (await readRecord(audit.store, keys.balance(tenant, accountId))) return;
    audit.report({
      tenant,
      kind: 'account_entry',
      id: String(item['id']),
      field: 'account_id',
      stored: accountId,
      derived: 'an account that exists',
      place: item,
    });
  });
}
