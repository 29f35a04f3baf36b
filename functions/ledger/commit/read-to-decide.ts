// The reads of a mutation before it decides.
import { batchGet, batchGetTables } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import type { Key } from '../store/keys.ts';
import { ReceiptFound } from './mutation.ts';
import { attemptOf } from './session.ts';
import type { Session } from './session.ts';

/**
 * The items that a mutation decides on, omitting keys without an item: one request to the store. The
 * first read of an attempt includes the mutation's receipt, and ends the attempt if it exists. After a
 * first lost race it takes no request, because the failure returned the items.
 */
export async function readToDecide(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const attempt = attemptOf(session);
  const items = attempt.returnedItems(wanted) ?? (await readItems(session, wanted));
  attempt.noteRead(items);
  return items;
}

async function readItems(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const { store } = session;
  const attempt = attemptOf(session);
  // An earlier read of this attempt included the receipt and did not find it.
  if (attempt.hasRead) return batchGet(store, store.ledgerTable, wanted);
  const found = await batchGetTables(store, {
    [store.receiptsTable]: [attempt.identity.receiptKey],
    ...(wanted.length > 0 && { [store.ledgerTable]: wanted }),
  });
  const [receipt] = found[store.receiptsTable] ?? [];
  if (receipt) throw new ReceiptFound(receipt);
  return found[store.ledgerTable] ?? [];
}
