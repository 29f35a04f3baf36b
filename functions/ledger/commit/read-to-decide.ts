// What a mutation reads before it decides, and what a lost race has already told it.
import { batchGet, batchGetTables } from '../store/batch-get.ts';
import type { Item } from '../journal/items.ts';
import { keys, formatKey } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { throwReceiptFound } from './receipts.ts';
import { requireMutationSession } from './session.ts';
import type { Session } from './session.ts';

/**
 * The items that a mutation decides on; with the attempt's first read comes the mutation's own
 * receipt: one request. After a first lost race none: the failure brought the records back. Keys
 * without an item are left out.
 */
export async function readToDecide(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const items = findReturnedItems(session, wanted) ?? (await readItems(session, wanted));
  for (const item of items) session.read.set(formatKey(item), item);
  return items;
}

function findReturnedItems({ returned }: Session, wanted: readonly Key[]): Item[] | undefined {
  const items = wanted.flatMap((key) => returned.get(formatKey(key)) ?? []);
  return wanted.length > 0 && items.length === wanted.length ? items : undefined;
}

async function readItems(session: Session, wanted: readonly Key[]): Promise<Item[]> {
  const { store, tenant, read } = session;
  // What has been read already came with the receipt, which was not there.
  if (read.size > 0) return batchGet(store, store.ledgerTable, wanted);
  const receipt = keys.receipt(tenant, requireMutationSession(session).idempotencyKey);
  const found = await batchGetTables(store, {
    [store.receiptsTable]: [receipt],
    ...(wanted.length > 0 && { [store.ledgerTable]: wanted }),
  });
  const [seen] = found[store.receiptsTable] ?? [];
  if (seen) throwReceiptFound(seen);
  return found[store.ledgerTable] ?? [];
}
