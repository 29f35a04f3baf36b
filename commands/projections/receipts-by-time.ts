// Finds the receipts of failed batches that have left the stream, by their time of arrival.
import { scanPage } from '../../functions/ledger/projections/segments.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import type { Key } from '../../functions/ledger/store/keys.ts';
import { readReceiptEvents } from '../../functions/ledger/commit/receipt-feed.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import type { ReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import type { FailedBatch } from './failure-queue.ts';

/** A receipt carries the start time of its request, at most one request duration before its arrival. */
const BEFORE_MS = 60_000;
/** Arrival times are rounded down, in DynamoDB Local to the minute, and come from another clock. */
const AFTER_MS = 65_000;

/**
 * Reads for each batch the receipts of its time range, including some of adjacent batches; one scan
 * serves all batches.
 */
export async function readReceiptsByTime(
  store: Store,
  batches: readonly FailedBatch[],
): Promise<ReceiptRecord[][]> {
  const found: ReceiptRecord[][] = batches.map(() => []);
  if (batches.length === 0) return found;
  let start: Key | undefined;
  do {
    const segment = { segment: 0, of: 1, start };
    const { items, next } = await scanPage(store, store.receiptsTable, segment);
    for (const item of items) {
      for (const [index, batch] of batches.entries()) {
        if (isWithinBatchTime(item, batch)) found[index]?.push(toReceiptRecord(item));
      }
    }
    start = next;
  } while (start);
  return found;
}

function isWithinBatchTime(item: Item, batch: FailedBatch): boolean {
  const at = Date.parse(String(item['at']));
  const from = Date.parse(batch.approximateArrivalOfFirstRecord) - BEFORE_MS;
  const to = Date.parse(batch.approximateArrivalOfLastRecord) + AFTER_MS;
  return from <= at && at <= to;
}

function toReceiptRecord(item: Item): ReceiptRecord {
  const head = { partition: item.PK, arrivedAt: new Date(String(item['at'])) };
  try {
    return { ...head, receipt: readReceiptEvents(item) };
  } catch (error) {
    return { ...head, receipt: undefined, error };
  }
}
