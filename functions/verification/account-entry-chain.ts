// Re-derives an account's balance and hash chain entry by entry. After a wrong entry it continues from
// both the stored and the derived value, so that a damaged record is reported once, at its own entry,
// and not again at every later entry.
import type { AccountState } from '../domain/accounts/accounts.ts';
import { readCurrency, formatMoney, toMinorUnits, money } from '../domain/values/money.ts';
import { GENESIS_HASH, computeChainHash } from '../ledger/journal/hash-chain.ts';
import { accountEntryFields } from '../ledger/accounts/entry-items.ts';
import type { AccountEntry } from '../ledger/accounts/entry-items.ts';
import type { Item } from '../ledger/store/item.ts';
import { keys } from '../ledger/store/keys.ts';
import { NO_RECORD } from './difference.ts';
import type { Flaw } from './difference.ts';

/** The maximum of gaps that are kept; beyond this, restore the account. */
const GAPS_MAX = 1_000;

/**
 * The values from which the next entry may continue. Each costs a hash for each entry, so that an account of which all
 * entries are damaged would otherwise never be examined to its end.
 */
const CANDIDATES_MAX = 8;

interface SequenceGap {
  readonly from: number;
  readonly to: number;
  /** Describes the entry after the gap as out of order. */
  readonly describeAfter: (time: string, sequence: number) => Flaw;
  readonly isReported: boolean;
}

export class AccountEntryChain {
  readonly #tenant: string;
  readonly #accountId: string;
  readonly #currency: string;
  #sequence = 0;
  #postedAt = '';
  // The possible values before the next entry: the stored one, and the derived one where it differs.
  #balances = [0n];
  #hashes = [GENESIS_HASH];
  // False after a gap: the entry before the next one is missing.
  #isConnected = true;
  #gaps: SequenceGap[] = [];
  #unlistedGaps = 0;

  constructor(tenant: string, accountId: string, currency: string) {
    this.#tenant = tenant;
    this.#accountId = accountId;
    this.#currency = currency;
  }

  /** The sequence number of the newest entry. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The number of gaps beyond those that are kept. */
  get unlistedGaps(): number {
    return this.#unlistedGaps;
  }

  /** Adds the next entry in the order of the table and returns its flaws. */
  enter(item: Item): Flaw[] {
    const entry = parseEntry(item);
    if (!entry) {
      this.#sequence += 1;
      this.#isConnected = false;
      return [];
    }
    const say = (field: string, stored: string, derived: string) =>
      this.#flaw({ kind: 'account_entry', id: entry.id, place: item, field, stored, derived });
    if (entry.sequence <= this.#sequence) return this.#late(entry, say);
    if (entry.sequence > this.#sequence + 1) this.#leaveGap(entry, say);
    const flaws = [...this.#wrongOwner(entry, say), ...this.#wrongContent(entry, say)];
    this.#sequence = entry.sequence;
    this.#postedAt = entry.postedAt;
    return flaws;
  }

  // A later number came before: the entry is stored twice, or its time is before that of the entry
  // before it in the table.
  #late({ sequence, postedAt }: AccountEntry, say: AccountFlawBuilder): Flaw[] {
    const gap = this.#gaps.find(({ from, to }) => from <= sequence && sequence <= to);
    if (!gap) return [say('sequence', String(sequence), String(this.#sequence + 1))];
    const rest = [
      { ...gap, to: sequence - 1, isReported: true },
      { ...gap, from: sequence + 1, isReported: true },
    ].filter(({ from, to }) => from <= to);
    this.#gaps = [...this.#gaps.filter((other) => other !== gap), ...rest];
    if (gap.isReported) return [];
    return [gap.describeAfter(postedAt, sequence)];
  }

  #leaveGap({ sequence, postedAt }: AccountEntry, say: AccountFlawBuilder): void {
    const sayAfter = (time: string, late: number) =>
      say('posted_at', postedAt, `not before entry ${late}, which was posted at ${time}`);
    const gap = {
      from: this.#sequence + 1,
      to: sequence - 1,
      describeAfter: sayAfter,
      isReported: false,
    };
    if (this.#gaps.length < GAPS_MAX) this.#gaps.push(gap);
    else this.#unlistedGaps += 1;
    this.#isConnected = false;
  }

  #wrongOwner(entry: AccountEntry, say: AccountFlawBuilder): Flaw[] {
    const { accountId } = entry;
    const currency = readCurrency(entry.amount);
    return [
      ...(accountId === this.#accountId ? [] : [say('account_id', accountId, this.#accountId)]),
      ...(currency === this.#currency ? [] : [say('currency', currency, this.#currency)]),
    ];
  }

  #wrongContent(entry: AccountEntry, say: AccountFlawBuilder): Flaw[] {
    const isConnected = this.#isConnected;
    const signed = toMinorUnits(entry.amount) * (entry.direction === 'CREDIT' ? 1n : -1n);
    const after = toMinorUnits(entry.balanceAfter);
    const balances = this.#balances.map((balance) => balance + signed);
    const hashes = this.#hashes.map((previous) => computeChainHash(previous, this.#chained(entry)));
    this.#isConnected = true;
    if (!isConnected) {
      this.#balances = [after];
      this.#hashes = [entry.hash];
      return [];
    }
    const isBalanceRight = balances.includes(after);
    const isHashRight = hashes.includes(entry.hash);
    this.#balances = isBalanceRight ? [after] : limitCandidates([after, ...balances]);
    this.#hashes = isHashRight ? [entry.hash] : limitCandidates([entry.hash, ...hashes]);
    const [balance = 0n] = balances;
    return [
      ...(isBalanceRight ? [] : [say('balance_after', this.#money(after), this.#money(balance))]),
      ...(isHashRight ? [] : [say('hash', entry.hash, hashes[0] ?? NO_RECORD)]),
    ];
  }

  #chained(entry: AccountEntry) {
    return {
      tenant: this.#tenant,
      accountId: this.#accountId,
      sequence: entry.sequence,
      entryId: entry.id,
      postingKey: entry.postingKey,
      entryType: entry.entryType,
      direction: entry.direction,
      amountMinor: toMinorUnits(entry.amount),
      currency: readCurrency(entry.amount),
      balanceAfterMinor: toMinorUnits(entry.balanceAfter),
      reference: entry.reference ?? '',
      postedAt: entry.postedAt,
    };
  }

  /** Compares the balance record with all entries and returns its flaws. */
  close(state: AccountState): Flaw[] {
    const place = keys.balance(this.#tenant, this.#accountId);
    const say = (field: string, stored: string, derived: string) =>
      this.#flaw({ kind: 'account', id: this.#accountId, place, field, stored, derived });
    const possible: DerivedAccountField[] = [
      ['account_id', state.id, [this.#accountId]],
      ['sequence', String(state.sequence), [String(this.#sequence)]],
      ...(this.#isConnected ? this.#newest(state) : []),
    ];
    return [
      ...this.#gaps.map((gap) => this.#missing(gap)),
      ...possible
        .filter(([, stored, derived]) => !derived.includes(stored))
        .map(([field, stored, [derived = NO_RECORD]]) => say(field, stored, derived)),
      ...(this.#isVersionPossible(state)
        ? []
        : [say('version', String(state.version), this.#versions())]),
    ];
  }

  // The values that follow from the newest entry.
  #newest(state: AccountState): DerivedAccountField[] {
    const balances = this.#balances.map((balance) => this.#money(balance));
    return [
      ['balance', formatMoney(state.balance), balances],
      ['head', state.head, this.#hashes],
      ['posted_at', state.postedAt ?? NO_RECORD, [this.#postedAt || NO_RECORD]],
    ];
  }

  #missing({ from, to }: SequenceGap): Flaw {
    return this.#flaw({
      kind: 'account',
      id: this.#accountId,
      place: { PK: keys.entries(this.#tenant, this.#accountId), SK: '' },
      field: 'entries',
      stored: NO_RECORD,
      derived: from === to ? `entry ${from}` : `entries ${from} to ${to}`,
    });
  }

  // A version counts the entries and the changes of status. An active account was unfrozen as often as
  // frozen; a frozen one was frozen once more.
  #isVersionPossible({ version, status }: AccountState): boolean {
    const changes = version - 1 - this.#sequence;
    if (changes < 0) return false;
    return status === 'CLOSED' ? changes > 0 : changes % 2 === (status === 'FROZEN' ? 1 : 0);
  }

  #versions(): string {
    return `${this.#sequence + 1}, and one more for each change of status`;
  }

  #money(minor: bigint): string {
    return formatMoney(money(minor, this.#currency));
  }

  #flaw(flaw: Omit<Flaw, 'tenant'>): Flaw {
    return { tenant: this.#tenant, ...flaw };
  }
}

type DerivedAccountField = readonly [field: string, stored: string, derived: readonly string[]];

type AccountFlawBuilder = (field: string, stored: string, derived: string) => Flaw;

// The last one is derived from the last sound entry: behind a long damage, the next sound one continues there.
function limitCandidates<Value>(candidates: readonly Value[]): Value[] {
  if (candidates.length <= CANDIDATES_MAX) return [...candidates];
  return [...candidates.slice(0, CANDIDATES_MAX - 1), ...candidates.slice(-1)];
}

// The scan of the tables reports an entry that cannot be read.
function parseEntry(item: Item): AccountEntry | undefined {
  try {
    return accountEntryFields.fromItem(item);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
