// What a mutation reads before it decides, and what a lost race has already told it.
import { batchGet, batchGetTables } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { keys, nameOf } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { receiptSeen } from './receipts.ts';
import { asMutation } from './session.ts';
import type { Session } from './session.ts';

/**
 * The items that a mutation decides on; with the attempt's first read comes the mutation's own
 * receipt: one request. After a first lost race none: the failure brought the records back. Keys
 * without an item are left out.
 */
export async function readToDecide(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const items = returnedItems(session, wanted) ?? (await readNow(session, wanted));
  for (const item of items) session.read.set(nameOf(item), item);
  return items;
}

function returnedItems({ returned }: Session, wanted: readonly Key[]): Item[] | undefined {
  const items = wanted.flatMap((key) => returned.get(nameOf(key)) ?? []);
  return wanted.length > 0 && items.length === wanted.length ? items : undefined;
}

async function readNow(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const { store, tenant, read } = session;
  // What has been read already came with the receipt, which was not there.
  if (read.size > 0) return batchGet(store, store.ledgerTable, wanted);
  const receipt = keys.receipt(tenant, asMutation(session).idempotencyKey);
  const found = await batchGetTables(store, {
    [store.receiptsTable]: [receipt],
    ...(wanted.length > 0 && { [store.ledgerTable]: wanted }),
  });
  const [seen] = found[store.receiptsTable] ?? [];
  if (seen) receiptSeen(seen);
  return found[store.ledgerTable] ?? [];
}
