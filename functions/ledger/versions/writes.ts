// Writes which receipts hold the versions of nouns into the read model. An item is a function of its
// receipt alone, so writing it again changes nothing and needs no condition.
import type { DomainEvent } from '../../domain/projections/projector.ts';
import { findVersionedRecord } from '../../domain/versions/versioned-nouns.ts';
import type { ReceiptEvents } from '../commit/receipt-feed.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import { batchWrite } from '../store/batch-write.ts';
import type { Item } from '../store/item.ts';
import { formatKey, keys } from '../store/keys.ts';
import type { Store } from '../store/store.ts';

/** The number of concurrent requests. */
const REQUESTS_MAX = 8;
/** How often unprocessed writes are sent. */
const ROUNDS_MAX = 5;

/** An event whose version could not be read, with the reason. */
export interface UnreadVersion {
  readonly tenant: string;
  readonly event: DomainEvent;
  readonly error: unknown;
}

/**
 * Writes the versions that the receipts hold into each generation, and returns the events that could not
 * be read. Throws RetryableError if the store does not take all of them.
 */
export async function writeVersions(
  store: Store,
  receipts: readonly ReceiptEvents[],
  generations: readonly number[],
): Promise<UnreadVersion[]> {
  if (generations.length === 0) return [];
  const unread: UnreadVersion[] = [];
  const items = new Map<string, Item>();
  for (const receipt of receipts) {
    for (const event of receipt.events) {
      try {
        for (const item of toVersionItems(receipt, event, generations)) {
          items.set(formatKey(item), item);
        }
      } catch (error) {
        unread.push({ tenant: receipt.tenant, event, error });
      }
    }
  }
  const writes = [...items.values()].map((Item) => ({ PutRequest: { Item } }));
  await batchWrite(store, requireProjectionsTable(store), writes, {
    requestsMax: REQUESTS_MAX,
    roundsMax: ROUNDS_MAX,
  });
  return unread;
}

function toVersionItems(
  { tenant, idempotencyKey }: ReceiptEvents,
  event: DomainEvent,
  generations: readonly number[],
): Item[] {
  const record = findVersionedRecord(event);
  if (!record) return [];
  return generations.map((generation) => ({
    ...keys.recordVersion(tenant, generation, { ...record, version: event.version }),
    idempotency_key: idempotencyKey,
  }));
}
