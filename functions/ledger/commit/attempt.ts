import type { Item } from '../store/item.ts';
import { formatKey } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { SentWrites } from './sent-writes.ts';

/** One try of a mutation: what it has read, and what a lost race brought back for the next one. */
export class Attempt {
  /** From 1. */
  readonly number: number;
  readonly identity: RequestIdentity;
  /** The transactions that the request has sent, in this attempt and the ones before. */
  readonly sent: SentWrites;
  /** The items that this attempt decides on, by the names of their keys. */
  readonly #read = new Map<string, Item>();
  /** Items that came back when the attempt before this one lost its race: no need to read them. */
  #returned: ReadonlyMap<string, Item> = new Map();
  /** What the next attempt can decide on, if it is made at once. */
  #current: ReadonlyMap<string, Item> = new Map();
  /** Keys whose items were found changed; a copy from before the request is stale for good. */
  readonly #moved: Set<string>;

  /** The first attempt of a request; `next` makes the others. */
  constructor(identity: RequestIdentity, sent: SentWrites, number = 1, moved = new Set<string>()) {
    this.identity = identity;
    this.sent = sent;
    this.number = number;
    this.#moved = moved;
  }

  /**
   * The attempt after this one. Made at once, it starts from the items that the failure of this one
   * returned; after a pause those are stale, and it reads.
   */
  next({ isImmediate }: { readonly isImmediate: boolean }): Attempt {
    const next = new Attempt(this.identity, this.sent, this.number + 1, this.#moved);
    if (isImmediate) next.#returned = this.#current;
    return next;
  }

  /** Whether it has read; the first read brings the receipt along. */
  get hasRead(): boolean {
    return this.#read.size > 0;
  }

  /** Whether the item of the key has changed since the request began. */
  hasMoved(key: Key): boolean {
    return this.#moved.has(formatKey(key));
  }

  /** The items of these keys, if the attempt before this one got all of them back. */
  returnedItems(wanted: readonly Key[]): Item[] | undefined {
    const items = wanted.flatMap((key) => this.#returned.get(formatKey(key)) ?? []);
    return wanted.length > 0 && items.length === wanted.length ? items : undefined;
  }

  /** Notes what the attempt decides on. */
  noteRead(items: readonly Item[]): void {
    for (const item of items) this.#read.set(formatKey(item), item);
  }

  /**
   * Notes the items that a lost race brought back: they have changed. What did not fail its check is
   * still as it was read.
   */
  noteReturned(items: readonly Item[]): void {
    const changed = items.map((item) => [formatKey(item), item] as const);
    this.#current = new Map([...this.#read, ...changed]);
    for (const [name] of changed) this.#moved.add(name);
  }
}
