// What a mutation reads before it decides.
import { batchGet, batchGetTables } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import type { Key } from '../store/keys.ts';
import { ReceiptFound } from './mutation.ts';
import { attemptOf } from './session.ts';
import type { Session } from './session.ts';

/**
 * The items that a mutation decides on, without the keys that have none: one request to the store. The
 * first read of an attempt brings the mutation's own receipt along, and ends the attempt when there is
 * one. After a first lost race it takes no request: the failure brought the records back.
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
  // What has been read already came with the receipt, which was not there.
  if (attempt.hasRead) return batchGet(store, store.ledgerTable, wanted);
  const found = await batchGetTables(store, {
    [store.receiptsTable]: [attempt.identity.receiptKey],
    ...(wanted.length > 0 && { [store.ledgerTable]: wanted }),
  });
  const [receipt] = found[store.receiptsTable] ?? [];
  if (receipt) throw new ReceiptFound(receipt);
  return found[store.ledgerTable] ?? [];
}
