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
import { listDayRanges, nameDivision } from './general-ledger/divisions.ts';
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
  for (const { ledger, wanted } of listRowPartitions(ledgerRows)) {
    for await (const page of readYearRows(store, ledger)) {
      const visits = page.flatMap((row) => listPartVisits(ledger.tenant, row, wanted));
      const own = visits.filter(
        ({ key }) => findBucket(`${ledger.tenant} ${key.SK}`) % of === number,
      );
      yield own.filter(({ key }) => after === undefined || comparePositions(key, after) > 0);
    }
  }
}

interface RowPartition {
  readonly ledger: LedgerGeneration;
  /** Of all checks that ask for it. */
  readonly wanted: AccountCodeRows[];
}

/** In the order of their keys. */
function listRowPartitions(all: readonly AccountCodeRows[]): RowPartition[] {
  const partitions = new Map<string, RowPartition>();
  for (const rows of all) {
    for (const tenant of rows.tenants) {
      const ledger = { tenant, generation: rows.generation };
      const { PK } = buildRowKey(ledger, LEDGER_HEAD);
      const partition = partitions.get(PK) ?? { ledger, wanted: [] };
      partition.wanted.push(rows);
      partitions.set(PK, partition);
    }
  }
  return [...partitions]
    .toSorted(([one], [other]) => compareBytes(one, other))
    .map(([, partition]) => partition);
}

/** The visits of the parts of an account code, each to all checks, in the order of their days. */
function listPartVisits(
  tenant: string,
  row: Item,
  wanted: readonly AccountCodeRows[],
): PendingVisit[] {
  const parts = wanted.flatMap(({ divisions, visit }) =>
    listDayRanges(divisions.get(nameDivision(tenant, row.SK))).map((days) => ({ days, visit })),
  );
  const visits = [...Map.groupBy(parts, ({ days }) => days.from)].map(([from, visited]) => ({
    key: buildPartKey(row, from),
    visit: async () => {
      for (const { days, visit } of visited) await visit(tenant, row, days);
    },
  }));
  return visits.toSorted(({ key: one }, { key: other }) => comparePositions(one, other));
}

const PART_MARK = '\n';

/** The position of a part of an account code. */
function buildPartKey({ PK, SK }: Key, from: string): Key {
  return { PK, SK: `${from}${PART_MARK}${SK}` };
}

// By row as the store sorts them, and by day within each.
function comparePositions(one: Key, other: Key): number {
  const [ofOne, ofOther] = [splitPosition(one), splitPosition(other)];
  const orders = ofOne.map((text, index) => compareBytes(text, ofOther[index] ?? ''));
  return orders.find((order) => order !== 0) ?? 0;
}

function splitPosition({ PK, SK }: Key): string[] {
  const end = SK.indexOf(PART_MARK);
  return [PK, SK.slice(end + PART_MARK.length), SK.slice(0, end)];
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
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
