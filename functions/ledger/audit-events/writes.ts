// Writes audit events into the read model. An item is the same whenever its receipt is read, so writing
// it again changes nothing and needs no condition.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { buildAuditEvent } from '../../domain/audit/audit-events.ts';
import type { ReceiptEvents } from '../commit/receipt-feed.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import type { Item } from '../store/item.ts';
import { formatKey } from '../store/keys.ts';
import { RetryableError } from '../store/retries.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { toAuditEventItems } from './items.ts';

/** The items that one request may write. */
const ITEMS_MAX = 25;
/** The number of concurrent requests. */
const REQUESTS_MAX = 8;
const ATTEMPTS_MAX = 5;

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
  const parts = splitItems(distinct)[Symbol.iterator]();
  const worker = async () => {
    for (const part of parts) await putItems(store, part);
  };
  await Promise.all(Array.from({ length: REQUESTS_MAX }, worker));
}

function splitItems(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / ITEMS_MAX);
  return Array.from({ length: count }, (_, part) =>
    items.slice(part * ITEMS_MAX, (part + 1) * ITEMS_MAX),
  );
}

async function putItems(store: Store, items: readonly Item[]): Promise<void> {
  const table = requireProjectionsTable(store);
  let wanted = items.map((Item) => ({ PutRequest: { Item } }));
  for (let count = 0; wanted.length > 0; count += 1) {
    if (count === ATTEMPTS_MAX) {
      throw new RetryableError('busy', 'the store did not take all audit events');
    }
    const command = new BatchWriteCommand({ RequestItems: { [table]: wanted } });
    const answer = await callStore(store, (until) => store.documents.send(command, until));
    wanted = (answer.UnprocessedItems?.[table] ?? []) as typeof wanted;
  }
}
