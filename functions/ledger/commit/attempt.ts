import type { Item } from '../store/item.ts';
import { formatKey } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import type { Outcome } from './outcome.ts';
import type { RequestIdentity } from './request-identity.ts';
import { SentWrites } from './transaction/sent-writes.ts';

/** One attempt of a mutation: the items it has read, and those that a lost race returned for the next. */
export class Attempt {
  /** From 1. */
  readonly number: number;
  readonly identity: RequestIdentity;
  /** The transactions that the request has sent, in this attempt and the ones before. */
  readonly sent: SentWrites;
  /** The items that this attempt decides on, by formatted key. */
  readonly #read = new Map<string, Item>();
  /** Items that the previous attempt's lost race returned, which this attempt need not read. */
  #returned: ReadonlyMap<string, Item> = new Map();
  /** The items that the next attempt can decide on if it follows immediately. */
  #current: ReadonlyMap<string, Item> = new Map();
  /** Keys of items that have changed; a copy from before the request stays stale. */
  readonly #moved: Set<string>;
  /** The keys of the items because of which this attempt failed. */
  #contended: readonly Key[] = [];
  /** Whether the attempt sends nothing, so that no condition can show which copies are stale. */
  #isUnsent = false;

  /** The first attempt of a request; `next` creates the others. */
  constructor(identity: RequestIdentity, sent: SentWrites, number = 1, moved = new Set<string>()) {
    this.identity = identity;
    this.sent = sent;
    this.number = number;
    this.#moved = moved;
  }

  /** An attempt that only decides: it trusts no copy from before the request. */
  static withoutCommit(identity: RequestIdentity, sent: SentWrites): Attempt {
    const attempt = new Attempt(identity, sent);
    attempt.#isUnsent = true;
    return attempt;
  }

  /** An attempt that decides on these items, instead of reading them, and sends nothing. */
  static onItems(identity: RequestIdentity, items: readonly Item[]): Attempt {
    const attempt = Attempt.withoutCommit(identity, new SentWrites());
    attempt.#returned = new Map(items.map((item) => [formatKey(item), item]));
    return attempt;
  }

  /**
   * The attempt after this one. An immediate one starts from the items that the failure returned; after
   * a pause those are stale, so it reads again.
   */
  next({ isImmediate }: { readonly isImmediate: boolean }): Attempt {
    const next = new Attempt(this.identity, this.sent, this.number + 1, this.#moved);
    if (isImmediate) next.#returned = this.#current;
    return next;
  }

  /** The outcome that an existing receipt means: `committed` if a try of this request wrote it. */
  toOutcome(receipt: Item): Outcome {
    const outcome = this.identity.toOutcome(receipt);
    const isOwn = outcome.kind === 'replayed' && this.sent.hasReceipt(receipt);
    return isOwn ? { ...outcome, kind: 'committed' } : outcome;
  }

  /** Whether this attempt has read anything; the first read includes the receipt. */
  get hasRead(): boolean {
    return this.#read.size > 0;
  }

  /** Whether the item of the key has changed since the request started. */
  hasMoved(key: Key): boolean {
    return this.#isUnsent || this.#moved.has(formatKey(key));
  }

  /** The items that this attempt has read. */
  get itemsRead(): readonly Item[] {
    return [...this.#read.values()];
  }

  /** The keys of the items that others have changed, or are changing, so that this attempt failed. */
  get contended(): readonly Key[] {
    return this.#contended;
  }

  /** The formatted keys of the items that others have changed since the request started. */
  get moved(): ReadonlySet<string> {
    return this.#moved;
  }

  /** Notes the items because of which this attempt failed. */
  noteContended(contended: readonly Key[]): void {
    this.#contended = contended;
  }

  /** The items of these keys, if the previous attempt got all of them back. */
  returnedItems(wanted: readonly Key[]): Item[] | undefined {
    const items = wanted.flatMap((key) => this.#returned.get(formatKey(key)) ?? []);
    return wanted.length > 0 && items.length === wanted.length ? items : undefined;
  }

  /** Notes the items that this attempt decides on. */
  noteRead(items: readonly Item[]): void {
    for (const item of items) this.#read.set(formatKey(item), item);
  }

  /**
   * Notes the items that a lost race returned: they have changed. Items whose condition held are still
   * current.
   */
  noteReturned(items: readonly Item[]): void {
    const changed = items.map((item) => [formatKey(item), item] as const);
    this.#current = new Map([...this.#read, ...changed]);
    for (const [name] of changed) this.#moved.add(name);
  }
}
