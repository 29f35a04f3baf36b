// How a balance shows that several requests want it at once, and which queue they meet in (ADR 125).
import type { Item } from '../../store/item.ts';
import { formatKey } from '../../store/keys.ts';
import type { Key } from '../../store/keys.ts';
import type { TransactItem, Write } from '../ledger-change.ts';

/** The attribute of a balance that others also wanted when it was written: milliseconds since 1970. */
export const CONTENDED_AT = 'contended_at';

/** A balance that was contended so recently sends those who read it to the queue. */
const CONTENDED_MS = 300n;

/** The account of a balance's key; undefined for the key of another record. */
export function readBalanceAccount({ PK }: Key): string | undefined {
  const [, , kind, account] = PK.split('#');
  return kind === 'BAL' ? account : undefined;
}

/** When the balance was contended last, if its last writer found it so. */
export function readContendedAt(item: Item): bigint | undefined {
  const at = item[CONTENDED_AT];
  return typeof at === 'bigint' ? at : undefined;
}

/** Whether the balance was contended a moment ago. A clock that is ahead only lets more requests wait. */
export function isContended(item: Item, now: Date): boolean {
  const at = readContendedAt(item);
  return at !== undefined && BigInt(now.getTime()) - at < CONTENDED_MS;
}

/** The balance with the mark that it was contended at that time. */
export function markContended(item: Item, now: Date): Item {
  return { ...item, [CONTENDED_AT]: BigInt(now.getTime()) };
}

/** The writes, with that mark on the balances of these formatted keys. */
export function markContendedWrites(
  writes: readonly Write[],
  contended: ReadonlySet<string>,
  now: Date,
): readonly Write[] {
  if (contended.size === 0) return writes;
  return writes.map((write) => {
    const { Put: put } = write.action;
    const item = put?.Item as Item | undefined;
    if (!put || !item || readBalanceAccount(item) === undefined) return write;
    if (!contended.has(formatKey(item))) return write;
    return { ...write, action: { Put: { ...put, Item: markContended(item, now) } } };
  });
}

/** The key of the item that a part of a transaction concerns. */
export function readItemKey({ Put, Delete, Update, ConditionCheck }: TransactItem): Key {
  return (Put?.Item ?? (Delete ?? Update ?? ConditionCheck)?.Key) as Key;
}

/** The request has read balances that others want too: it waits for its turn instead of sending a transaction. */
export class AccountsContended extends Error {
  /** Their accounts, at least one. */
  readonly accounts: readonly string[];

  constructor(accounts: readonly string[]) {
    super('others change the same accounts');
    this.name = 'AccountsContended';
    this.accounts = accounts;
  }
}
