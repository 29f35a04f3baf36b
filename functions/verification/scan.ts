// Scans whole tables in segments. Each segment has at most one request in flight and one page in
// memory, so the number of segments bounds both.
import { findRecordKind } from '../ledger/record-kinds.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Store } from '../ledger/store/store.ts';
import { scanSegment } from '../ledger/store/table-scans.ts';
import type { StoredRecord, RecordVisitor } from './check.ts';

export interface TableScan {
  readonly store: Store;
  readonly tenant: string | undefined;
  readonly segments: number;
  /** Whether the time has run out; called after each record. */
  readonly isOver: () => boolean;
}

export interface RecordReceiver {
  readonly kinds: readonly RecordKind[];
  readonly visit: RecordVisitor;
  /** Receives the items whose key names no kind that their table holds. */
  readonly onUnknown?: (item: Item) => void;
}

type ScannedTable = 'ledger' | 'receipts';

/**
 * Visits every record of the kinds, the ledger first and then the receipts. False when the time ran
 * out before the end.
 */
export async function scanRecords(scan: TableScan, receiver: RecordReceiver): Promise<boolean> {
  const { store, tenant, segments, isOver } = scan;
  const tables = { ledger: store.ledgerTable, receipts: store.receiptsTable };
  for (const name of ['ledger', 'receipts'] as const) {
    const table = tables[name];
    if (!receiver.kinds.some((kind) => findRecordKind(kind)?.table === name)) continue;
    const numbers = Array.from({ length: segments }, (_, number) => number);
    const ends = await Promise.all(
      numbers.map((number) => {
        const pages = scanSegment(store, { table, tenant, number, of: segments });
        return scanPages(pages, buildItemVisitor(name, receiver), isOver);
      }),
    );
    if (ends.includes(false)) return false;
  }
  return true;
}

type ItemVisitor = (item: Item) => void | Promise<void>;

function buildItemVisitor(
  table: ScannedTable,
  { kinds, visit, onUnknown }: RecordReceiver,
): ItemVisitor {
  const wanted = new Set<string>(kinds);
  return (item) => {
    const record = toStoredRecord(item);
    if (findRecordKind(record.kind)?.table !== table) return onUnknown?.(item);
    return wanted.has(record.kind) ? visit(record) : undefined;
  };
}

async function scanPages(
  pages: AsyncIterable<Item[]>,
  visit: ItemVisitor,
  isOver: () => boolean,
): Promise<boolean> {
  if (isOver()) return false;
  for await (const page of pages) {
    for (const item of page) {
      await visit(item);
      if (isOver()) return false;
    }
  }
  return true;
}

function toStoredRecord(item: Item): StoredRecord {
  const [, tenant = '', kind = ''] = item.PK.split('#');
  return { tenant, kind: kind as RecordKind, item };
}
