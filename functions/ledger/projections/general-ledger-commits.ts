// Divides records into commits, and builds the items of each: ledger lines and differences, the rows that
// count them, and the head, which makes the commits of a tenant follow each other.
import { isDifference, LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import {
  addCounter,
  addToRow,
  countRecord,
  EMPTY_ROW,
  listCountedPeriods,
  NO_MOVEMENT,
} from '../../domain/projections/ledger-counters.ts';
import type { Counter, RecentChange } from '../../domain/projections/ledger-counters.ts';
import type { DomainEvent, LastEvent } from '../../domain/projections/projector.ts';
import { readShard } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { buildRowKey, toRecordItem, toRowItem } from './general-ledger-items.ts';
import type { EntrySpans, LedgerGeneration, StoredRow } from './general-ledger-items.ts';

/** A record and the event that it comes from. */
export interface AppliedRecord {
  readonly record: ProjectedRecord;
  readonly event: DomainEvent;
}

/** A limit of DynamoDB: one transaction holds 100 items. */
const TRANSACTION_ITEMS_MAX = 100;
const HEAD_ITEMS = 1;

/**
 * Divides the records into commits. All records of a journal entry are in one, unless it has more than
 * one transaction holds; the lines of each side are then sorted by account code, so that the parts share few rows.
 */
export function divideIntoCommits(records: readonly AppliedRecord[]): AppliedRecord[][] {
  const entries = Map.groupBy(records, ({ record }) => record.journalEntryId);
  const commits: AppliedRecord[][] = [];
  let current: AppliedRecord[] = [];
  const add = (unit: readonly AppliedRecord[]) => {
    if (current.length > 0 && countItems([...current, ...unit]) > TRANSACTION_ITEMS_MAX) {
      commits.push(current);
      current = [];
    }
    current = [...current, ...unit];
  };
  for (const entry of entries.values()) {
    if (countItems(entry) <= TRANSACTION_ITEMS_MAX) add(entry);
    else for (const record of orderParts(entry)) add([record]);
  }
  return current.length > 0 ? [...commits, current] : commits;
}

// Until the last line is in, the debits of an entry exceed its credits in the totals, whatever other entries are
// divided meanwhile: no reader takes an entry or differences that are only partly in.
function orderParts(records: readonly AppliedRecord[]): AppliedRecord[] {
  const sorted = records.toSorted((a, b) => (a.record.accountCode < b.record.accountCode ? -1 : 1));
  const {
    difference = [],
    DEBIT: [first, ...debits] = [],
    CREDIT: credits = [],
  } = Object.groupBy(sorted, ({ record }) => (isDifference(record) ? 'difference' : record.side));
  return [...(first ? [first] : []), ...difference, ...debits, ...credits];
}

function countItems(records: readonly AppliedRecord[]): number {
  return HEAD_ITEMS + records.length + listCommitRows(records).length;
}

/** The names of the rows that count the records, without the head. */
export function listCommitRows(records: readonly AppliedRecord[]): string[] {
  const rows = records.flatMap(({ record }) => listCountedPeriods(record).map(({ row }) => row));
  return [...new Set(rows)];
}

/** The items of the next commit: the records in their order, then the rows. */
export function buildCommit(
  ledger: LedgerGeneration,
  records: readonly AppliedRecord[],
  known: ReadonlyMap<string, StoredRow>,
): Item[] {
  const commit = computeNextCommit(known);
  return [
    ...records.map(({ record, event }) =>
      toRecordItem(ledger, record, { commit, last: toLastEvent(event) }),
    ),
    ...[...addRecordsToRows(records, known)].map(([name, stored]) =>
      toRowItem(buildRowKey(ledger, name), stored),
    ),
  ];
}

/** The rows that the records change, the head included, as the next commit leaves them. */
export function addRecordsToRows(
  records: readonly AppliedRecord[],
  known: ReadonlyMap<string, StoredRow>,
): Map<string, StoredRow> {
  const head = known.get(LEDGER_HEAD);
  const commit = computeNextCommit(known);
  const rows = [...sumChanges(records)].map(([name, { counters, last }]): [string, StoredRow] => {
    const before = known.get(name);
    const recent = [...counters].map(([period, counter]): RecentChange => {
      return { commit, period, ...counter };
    });
    const stored: StoredRow = {
      row: addToRow(before?.row ?? EMPTY_ROW, recent),
      last: before && before.last.id > last.id ? before.last : last,
      ...(name === LEDGER_HEAD && { spans: mergeSpans(head?.spans ?? {}, records) }),
    };
    return [name, stored];
  });
  return new Map(rows);
}

function computeNextCommit(known: ReadonlyMap<string, StoredRow>): bigint {
  return (known.get(LEDGER_HEAD)?.row.commit ?? 0n) + 1n;
}

interface RowChange {
  /** By period. */
  readonly counters: Map<string, Counter>;
  readonly last: LastEvent;
}

// The head counts by currency what the rows count by period.
function sumChanges(records: readonly AppliedRecord[]): Map<string, RowChange> {
  const changes = new Map<string, RowChange>();
  for (const { record, event } of records) {
    const counter = countRecord(record);
    const last = toLastEvent(event);
    const periods = [{ row: LEDGER_HEAD, period: record.currency }, ...listCountedPeriods(record)];
    for (const { row, period } of periods) {
      const { counters, last: before } = changes.get(row) ?? { counters: new Map(), last };
      counters.set(period, addCounter(counters.get(period) ?? NO_MOVEMENT, counter));
      changes.set(row, { counters, last: last.id > before.id ? last : before });
    }
  }
  return changes;
}

function mergeSpans(known: EntrySpans, records: readonly AppliedRecord[]): EntrySpans {
  const spans: Record<string, EntrySpans[string]> = { ...known };
  for (const { journalEntryId: id } of records.map(({ record }) => record)) {
    const shard = readShard(id);
    const [first, newest] = spans[shard] ?? [id, id];
    spans[shard] = [id < first ? id : first, id > newest ? id : newest];
  }
  return spans;
}

/** The event without its payload. */
export function toLastEvent({ id, type, version, occurredAt }: DomainEvent): LastEvent {
  return { id, type, version, occurredAt };
}
