// Walks whole tables in segments. Each segment has at most one request under way, so their number
// bounds the requests, and a page each is all that is held.
import { scanSegment } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/journal/items.ts';
import type { Store } from '../ledger/store/store.ts';
import type { StoredRecord, RecordVisitor } from './check.ts';

export interface TableScan {
  readonly store: Store;
  readonly tenant: string | undefined;
  readonly segments: number;
  /** Whether the time is up: asked before each page. */
  readonly isOver: () => boolean;
}

/** What only the receipts table holds; every other kind lies in the ledger. */
const RECEIPT = 'RCP';

/**
 * Shows every record of the kinds, first of the ledger and then of the receipts. False when the
 * time was up before the end.
 */
export async function scanRecords(
  { store, tenant, segments, isOver }: TableScan,
  kinds: readonly string[],
  visit: RecordVisitor,
): Promise<boolean> {
  const wanted = new Set(kinds);
  const tables = [
    ...(kinds.some((kind) => kind !== RECEIPT) ? [store.ledgerTable] : []),
    ...(wanted.has(RECEIPT) ? [store.receiptsTable] : []),
  ];
  for (const table of tables) {
    const numbers = Array.from({ length: segments }, (_, number) => number);
    const ends = await Promise.all(
      numbers.map((number) => {
        const pages = scanSegment(store, { table, tenant, number, of: segments });
        return scanPages(pages, { wanted, visit, isOver });
      }),
    );
    if (ends.includes(false)) return false;
  }
  return true;
}

async function scanPages(
  pages: AsyncIterable<Item[]>,
  { wanted, visit, isOver }: { wanted: Set<string>; visit: RecordVisitor; isOver: () => boolean },
): Promise<boolean> {
  if (isOver()) return false;
  for await (const page of pages) {
    for (const item of page) {
      const record = toStoredRecord(item);
      if (wanted.has(record.kind)) await visit(record);
      if (isOver()) return false;
    }
  }
  return true;
}

function toStoredRecord(item: Item): StoredRecord {
  const [, tenant = '', kind = ''] = item.PK.split('#');
  return { tenant, kind, item };
}
