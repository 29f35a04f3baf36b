// Scans whole tables in segments. Each segment has at most one request in flight and one page in
// memory, so the number of segments bounds both.
import { findRecordKind } from '../ledger/record-kinds.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Key } from '../ledger/store/keys.ts';
import { LEDGER_HEAD } from '../domain/projections/general-ledger.ts';
import { buildRowKey } from '../ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../ledger/projections/general-ledger-items.ts';
import type { Store } from '../ledger/store/store.ts';
import { scanSegment } from '../ledger/store/table-scans.ts';
import type { AccountCodeRows, RecordVisitor, StoredRecord } from './check.ts';
import { readYearRows } from './general-ledger/scan.ts';
import { findBucket } from './tally.ts';

/** What is scanned one after the other: two tables, and the account codes of general ledgers. */
export const SECTIONS = ['ledger', 'receipts', 'general-ledger'] as const;

export type ScanSection = (typeof SECTIONS)[number];

export interface SectionScan {
  readonly store: Store;
  readonly tenant: string | undefined;
  /** The segment and the number of segments. */
  readonly number: number;
  readonly of: number;
  /** Continues after the record with this key. */
  readonly after: Key | undefined;
  /** Whether the time has run out; called after each record. */
  readonly isOver: () => boolean;
}

export interface RecordReceiver {
  readonly kinds: readonly RecordKind[];
  readonly visit: RecordVisitor;
  /** Receives the items whose key names no kind that their table holds. */
  readonly onUnknown: (item: Item) => void;
  readonly ledgerRows: readonly AccountCodeRows[];
}

export interface SectionEnd {
  readonly isWhole: boolean;
  /** The key of the last record that was visited, if there was any. */
  readonly after: Key | undefined;
}

/** Visits the records of one segment of a section. */
export function scanSection(
  section: ScanSection,
  scan: SectionScan,
  receiver: RecordReceiver,
): Promise<SectionEnd> {
  if (section === 'general-ledger') return scanPages(readRows(scan, receiver), scan);
  if (!receiver.kinds.some((kind) => findRecordKind(kind)?.table === section)) {
    return Promise.resolve({ isWhole: true, after: scan.after });
  }
  const visit = buildItemVisitor(section, receiver);
  return scanPages(readVisits(section, scan, visit), scan);
}

/** The visit of one record, which is under way at most once. */
interface PendingVisit {
  readonly key: Key;
  readonly visit: () => void | Promise<void>;
}

async function scanPages(
  pages: AsyncIterable<readonly PendingVisit[]>,
  { isOver, after: start }: SectionScan,
): Promise<SectionEnd> {
  let after = start;
  if (isOver()) return { isWhole: false, after };
  for await (const page of pages) {
    for (const { key, visit } of page) {
      const visiting = visit();
      // Most visits end at once, and there are very many.
      if (visiting) await visiting;
      after = { PK: key.PK, SK: key.SK };
      if (isOver()) return { isWhole: false, after };
    }
  }
  return { isWhole: true, after };
}

async function* readVisits(
  section: Exclude<ScanSection, 'general-ledger'>,
  { store, tenant, number, of, after }: SectionScan,
  visit: ItemVisitor,
): AsyncGenerator<readonly PendingVisit[]> {
  const table = section === 'ledger' ? store.ledgerTable : store.receiptsTable;
  for await (const page of scanSegment(store, { table, tenant, number, of, after })) {
    yield page.map((item) => ({ key: item, visit: () => visit(item) }));
  }
}

// Account codes are few, so each segment reads the rows of all and leaves out those of other segments.
async function* readRows(
  { store, number, of, after }: SectionScan,
  { ledgerRows }: RecordReceiver,
): AsyncGenerator<readonly PendingVisit[]> {
  const start = after && formatPosition(after);
  for (const { ledger, visits } of listRowPartitions(ledgerRows)) {
    for await (const page of readYearRows(store, ledger)) {
      const own = page.filter((row) => findBucket(`${ledger.tenant} ${row.SK}`) % of === number);
      const left = own.filter((row) => start === undefined || formatPosition(row) > start);
      yield left.map((row) => ({ key: row, visit: () => visitAll(visits, ledger.tenant, row) }));
    }
  }
}

interface RowPartition {
  readonly ledger: LedgerGeneration;
  readonly visits: AccountCodeRows['visit'][];
}

/** In the order of their keys, each with the visits of all checks that ask for it. */
function listRowPartitions(wanted: readonly AccountCodeRows[]): RowPartition[] {
  const partitions = new Map<string, RowPartition>();
  for (const { tenants, generation, visit } of wanted) {
    for (const tenant of tenants) {
      const ledger = { tenant, generation };
      const { PK } = buildRowKey(ledger, LEDGER_HEAD);
      const partition = partitions.get(PK) ?? { ledger, visits: [] };
      partition.visits.push(visit);
      partitions.set(PK, partition);
    }
  }
  const sorted = [...partitions].toSorted(([one], [other]) => (`${one}\n` < `${other}\n` ? -1 : 1));
  return sorted.map(([, partition]) => partition);
}

async function visitAll(visits: RowPartition['visits'], tenant: string, row: Item): Promise<void> {
  for (const visit of visits) await visit(tenant, row);
}

function formatPosition({ PK, SK }: Key): string {
  return `${PK}\n${SK}`;
}

type ItemVisitor = (item: Item) => void | Promise<void>;

function buildItemVisitor(
  section: ScanSection,
  { kinds, visit, onUnknown }: RecordReceiver,
): ItemVisitor {
  const wanted = new Set<string>(kinds);
  return (item) => {
    const record = toStoredRecord(item);
    if (findRecordKind(record.kind)?.table !== section) return onUnknown(item);
    return wanted.has(record.kind) ? visit(record) : undefined;
  };
}

function toStoredRecord(item: Item): StoredRecord {
  const [, tenant = '', kind = ''] = item.PK.split('#');
  return { tenant, kind: kind as RecordKind, item };
}
