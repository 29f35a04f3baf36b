// Writes audit events into the read model. An item is the same whenever its receipt is read, so writing
// it again changes nothing and needs no condition.
import { buildAuditEvent } from '../../domain/audit/audit-events.ts';
import type { ReceiptEvents } from '../commit/receipt-feed.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import { batchWrite } from '../store/batch-write.ts';
import { formatKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { toAuditEventItems } from './items.ts';

/** The number of concurrent requests. */
const REQUESTS_MAX = 8;
/** How often unprocessed writes are sent. */
const ROUNDS_MAX = 5;

/**
 * Writes the audit events of the receipts into each generation. Throws RetryableError if the store
 * does not take all of them.
 */
export async function writeAuditEvents(
  store: Store,
  receipts: readonly ReceiptEvents[],
  generations: readonly number[],
): Promise<void> {
  if (generations.length === 0) return;
  const items = receipts.flatMap((receipt) => {
    const event = buildAuditEvent(receipt);
    return generations.flatMap((generation) =>
      toAuditEventItems(receipt.tenant, generation, event),
    );
  });
  // A receipt that was delivered twice would name its keys twice in a request, which the store refuses.
  const distinct = [...new Map(items.map((item) => [formatKey(item), item])).values()];
  const writes = distinct.map((Item) => ({ PutRequest: { Item } }));
  await batchWrite(store, requireProjectionsTable(store), writes, {
    requestsMax: REQUESTS_MAX,
    roundsMax: ROUNDS_MAX,
  });
}
