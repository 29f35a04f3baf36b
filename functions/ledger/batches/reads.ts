// Reads of batches.
import type { Batch, BatchType } from '../../domain/batches/batches.ts';
import { batchNotFound } from '../../domain/batches/batches.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { BatchStatus } from '../../domain/batches/transitions.ts';
import { fromBatchItem } from './items.ts';
import { listFiltered } from '../store/filtered-lists.ts';
import { isId } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { getItem } from '../store/batch-get.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';

/** One batch: one request to the store. Refuses with batch_not_found. */
export async function readBatch(session: Session, id: string): Promise<Batch> {
  const item = isId('bat', id) ? await getItem(session, keys.batch(session.tenant, id)) : undefined;
  if (!item) throw batchNotFound(id);
  return fromBatchItem(item);
}

/** The batch that a mutation decides on, with the receipt: one request. Refuses with batch_not_found. */
export async function readBatchToDecide(session: Session, id: string): Promise<Batch> {
  const wanted = isId('bat', id) ? [keys.batch(session.tenant, id)] : [];
  const [item] = await readToDecide(session, wanted);
  if (!item) throw batchNotFound(id);
  return fromBatchItem(item);
}

export interface BatchFilter {
  readonly type?: BatchType | undefined;
  readonly status?: BatchStatus | undefined;
}

/** A page of batches, newest first: one query. With a filter, it examines at most 1,000 batches. */
export async function listBatches(
  { store, tenant }: Session,
  { type, status }: BatchFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<Batch>> {
  if (after !== undefined && !isId('bat', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const listing: Listing = {
    partitions: [keys.batches(tenant)],
    range: { from: 'bat_', to: after === undefined ? 'bat_~' : buildKeyBefore(after) },
    order: 'newest first',
    spread: 'any',
  };
  const sought = {
    ...(type !== undefined && { batch_type: type }),
    ...(status !== undefined && { batch_status: status }),
  };
  if (Object.keys(sought).length > 0) {
    const page = await listFiltered(store, listing, sought, limit);
    return { ...page, items: page.items.map(fromBatchItem) };
  }
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items.map(fromBatchItem), hasMore, items.at(-1)?.SK);
}
