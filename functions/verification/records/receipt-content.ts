// A receipt with its parts unpacked.
import { readStoredReceipt } from '../../ledger/commit/receipt-events.ts';
import type { StoredReceipt } from '../../ledger/commit/receipt-events.ts';
import type { Item } from '../../ledger/store/item.ts';

export interface ReceiptContent extends StoredReceipt {
  readonly tenant: string;
  readonly operation: string;
}

// Several checks read each receipt of a scan, one after the other.
const contents = new WeakMap<Item, ReceiptContent>();

/** The parts of the receipt. Throws for one that cannot be read. */
export function readReceiptContent(tenant: string, item: Item): ReceiptContent {
  const known = contents.get(item);
  if (known) return known;
  const content = { tenant, operation: String(item['operation']), ...readStoredReceipt(item) };
  contents.set(item, content);
  return content;
}
