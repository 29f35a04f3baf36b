// Merges what several intents have decided, one after the other, into one transaction (ADR 125).
import type { Item } from '../../store/item.ts';
import { formatKey } from '../../store/keys.ts';
import type { Key } from '../../store/keys.ts';
import { buildPutOnce } from '../conditional-writes.ts';
import { ITEMS_MAX } from '../ledger-change.ts';
import type { LedgerChange, TransactItem } from '../ledger-change.ts';
import { markContended, readBalanceAccount } from './contention.ts';
import type { AccountQueue } from './account-queue.ts';
import type { QueuedIntent } from './intents.ts';

/** What the operation has decided for an intent, after those before it. */
export interface DecidedIntent {
  readonly intent: QueuedIntent;
  readonly change: LedgerChange;
  readonly receipt: Item;
}

/** A part of the transaction, and what the failure of its condition means. */
export type MergedPart =
  | { readonly kind: 'receipt' | 'intent' | 'record'; readonly intent: QueuedIntent }
  | { readonly kind: 'balance'; readonly key: Key };

type BalancePut = NonNullable<TransactItem['Put']>;

/** A balance that the transaction replaces: on the version that was read, by its last value. */
interface MergedBalance {
  readonly first: BalancePut;
  readonly last: Item;
  readonly changes: number;
}

/** The transaction of several intents. */
export class MergedTransaction {
  /** The balances as the intents so far leave them, by formatted key. */
  readonly balances: Map<string, Item>;
  /** What it posts, in order. */
  readonly decided: DecidedIntent[] = [];
  readonly #queue: AccountQueue;
  readonly #receiptsTable: string;
  readonly #changed = new Map<string, MergedBalance>();
  readonly #items: TransactItem[] = [];
  readonly #parts: MergedPart[] = [];

  /** Starts from these balances, as they were read. */
  constructor(queue: AccountQueue, receiptsTable: string, balances: ReadonlyMap<string, Item>) {
    this.#queue = queue;
    this.#receiptsTable = receiptsTable;
    this.balances = new Map(balances);
  }

  /** Adds what was decided on `balances`; false, and adds nothing, if the transaction would be too large. */
  add(decided: DecidedIntent): boolean {
    const { intent, change, receipt } = decided;
    const puts = change.writes.map(({ action }) => action.Put as BalancePut);
    const replacing = puts.filter((put) => this.balances.has(formatKey(put.Item as Item)));
    const added = replacing.filter((put) => !this.#changed.has(formatKey(put.Item as Item)));
    const records = puts.filter((put) => !replacing.includes(put));
    const count = this.#items.length + this.#changed.size + added.length + records.length;
    if (count + OWN_ITEMS > ITEMS_MAX) return false;
    for (const put of replacing) this.#replace(put);
    this.#add(buildPutOnce(this.#receiptsTable, receipt), { kind: 'receipt', intent });
    this.#add(this.#queue.buildDeletion(intent.key), { kind: 'intent', intent });
    for (const put of records) this.#add({ Put: put }, { kind: 'record', intent });
    this.decided.push(decided);
    return true;
  }

  get intents(): readonly QueuedIntent[] {
    return this.decided.map(({ intent }) => intent);
  }

  /** The items of the transaction and, in the same order, what each of them is. */
  build(now: Date): { readonly items: TransactItem[]; readonly parts: readonly MergedPart[] } {
    const changed = [...this.#changed.values()];
    const puts = changed.map(({ first, last, changes }): TransactItem => {
      return { Put: { ...first, Item: changes > 1 ? markContended(last, now) : last } };
    });
    const parts = changed.map(({ last: { PK, SK } }): MergedPart => {
      return { kind: 'balance', key: { PK, SK } };
    });
    return { items: [...this.#items, ...puts], parts: [...this.#parts, ...parts] };
  }

  #add(item: TransactItem, part: MergedPart): void {
    this.#items.push(item);
    this.#parts.push(part);
  }

  #replace(put: BalancePut): void {
    const last = put.Item as Item;
    const name = formatKey(last);
    const known = this.#changed.get(name);
    const { first, changes } = known ?? { first: put, changes: 0 };
    this.#changed.set(name, { first, last, changes: changes + 1 });
    this.balances.set(name, last);
  }
}

/** The receipt and the deletion of the intent. */
const OWN_ITEMS = 2;

/**
 * Whether a transaction with others can hold the change. It may only put new records and replace balances that were
 * read, and a failed condition may only mean a lost race.
 */
export function isMergeable(change: LedgerChange, balances: ReadonlyMap<string, Item>): boolean {
  // A control that has caught the request, or work outside the ledger.
  if (change.effect ?? change.obstacle ?? change.beforeCommit) return false;
  return change.writes.every(({ action: { Put: put }, otherwise }) => {
    const item = put?.Item as Item | undefined;
    if (!item || otherwise !== 'retry') return false;
    const isBalance = readBalanceAccount(item) !== undefined;
    return isBalance === balances.has(formatKey(item));
  });
}
