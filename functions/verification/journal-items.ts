// Journal entries and account entries of the scan. Several checks read each, one after the other.
import { accountEntryFields } from '../ledger/accounts/entry-items.ts';
import type { AccountEntry } from '../ledger/accounts/entry-items.ts';
import { fromJournalItem } from '../ledger/journal/items.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Item } from '../ledger/store/item.ts';

/** The journal entry of an item. Throws for one that cannot be read. */
export const readJournalItem: (item: Item) => JournalEntry = rememberByItem(fromJournalItem);

/** The account entry of an item. Throws for one that cannot be read. */
export const readEntryItem: (item: Item) => AccountEntry = rememberByItem((item) =>
  accountEntryFields.fromItem(item),
);

function rememberByItem<Value>(read: (item: Item) => Value): (item: Item) => Value {
  const known = new WeakMap<Item, Value>();
  return (item) => {
    const value = known.get(item) ?? read(item);
    known.set(item, value);
    return value;
  };
}
