// Divides ledger lines into commits, and builds the items of each: the lines, the rows that count them,
// and the head, which makes the commits of a tenant follow each other.
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import type { ProjectedLine } from '../../domain/projections/general-ledger.ts';
import {
  addCounter,
  addToRow,
  countLine,
  EMPTY_ROW,
  listCountedPeriods,
  NO_MOVEMENT,
} from '../../domain/projections/ledger-counters.ts';
import type { Counter, RecentChange } from '../../domain/projections/ledger-counters.ts';
import type { DomainEvent, LastEvent } from '../../domain/projections/projector.ts';
import { readShard } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { buildRowKey, toLineItem, toRowItem } from './general-ledger-items.ts';
import type { EntrySpans, LedgerGeneration, StoredRow } from './general-ledger-items.ts';

/** A line and the event that it comes from. */
export interface AppliedLine {
  readonly line: ProjectedLine;
  readonly event: DomainEvent;
}

/** A limit of DynamoDB: one transaction holds 100 items. */
const TRANSACTION_ITEMS_MAX = 100;
const HEAD_ITEMS = 1;

/**
 * Divides the lines into commits. All lines of a journal entry are in one, unless it has more than one
 * transaction holds; its lines are then sorted by account code, so that the parts share few rows.
 */
export function divideIntoCommits(lines: readonly AppliedLine[]): AppliedLine[][] {
  const entries = Map.groupBy(lines, ({ line }) => line.journalEntryId);
  const commits: AppliedLine[][] = [];
  let current: AppliedLine[] = [];
  const add = (unit: readonly AppliedLine[]) => {
    if (current.length > 0 && countItems([...current, ...unit]) > TRANSACTION_ITEMS_MAX) {
      commits.push(current);
      current = [];
    }
    current = [...current, ...unit];
  };
  for (const entry of entries.values()) {
    if (countItems(entry) <= TRANSACTION_ITEMS_MAX) add(entry);
    else for (const line of sortByCode(entry)) add([line]);
  }
  return current.length > 0 ? [...commits, current] : commits;
}

function sortByCode(lines: readonly AppliedLine[]): AppliedLine[] {
  return lines.toSorted((a, b) => (a.line.accountCode < b.line.accountCode ? -1 : 1));
}

function countItems(lines: readonly AppliedLine[]): number {
  return HEAD_ITEMS + lines.length + listCommitRows(lines).length;
}

/** The names of the rows that count the lines, without the head. */
export function listCommitRows(lines: readonly AppliedLine[]): string[] {
  const rows = lines.flatMap(({ line }) => listCountedPeriods(line).map(({ row }) => row));
  return [...new Set(rows)];
}

/** The items of the next commit: the lines in their order, then the rows. */
export function buildCommit(
  ledger: LedgerGeneration,
  lines: readonly AppliedLine[],
  known: ReadonlyMap<string, StoredRow>,
): Item[] {
  const commit = computeNextCommit(known);
  return [
    ...lines.map(({ line, event }) =>
      toLineItem(ledger, line, { commit, last: toLastEvent(event) }),
    ),
    ...[...addLinesToRows(lines, known)].map(([name, stored]) =>
      toRowItem(buildRowKey(ledger, name), stored),
    ),
  ];
}

/** The rows that the lines change, the head included, as the next commit leaves them. */
export function addLinesToRows(
  lines: readonly AppliedLine[],
  known: ReadonlyMap<string, StoredRow>,
): Map<string, StoredRow> {
  const head = known.get(LEDGER_HEAD);
  const commit = computeNextCommit(known);
  const rows = [...sumChanges(lines)].map(([name, { counters, last }]): [string, StoredRow] => {
    const before = known.get(name);
    const recent = [...counters].map(([period, counter]): RecentChange => {
      return { commit, period, ...counter };
    });
    const stored: StoredRow = {
      row: addToRow(before?.row ?? EMPTY_ROW, recent),
      last: before && before.last.id > last.id ? before.last : last,
      ...(name === LEDGER_HEAD && { spans: mergeSpans(head?.spans ?? {}, lines) }),
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
function sumChanges(lines: readonly AppliedLine[]): Map<string, RowChange> {
  const changes = new Map<string, RowChange>();
  for (const { line, event } of lines) {
    const counter = countLine(line);
    const last = toLastEvent(event);
    const periods = [{ row: LEDGER_HEAD, period: line.currency }, ...listCountedPeriods(line)];
    for (const { row, period } of periods) {
      const { counters, last: before } = changes.get(row) ?? { counters: new Map(), last };
      counters.set(period, addCounter(counters.get(period) ?? NO_MOVEMENT, counter));
      changes.set(row, { counters, last: last.id > before.id ? last : before });
    }
  }
  return changes;
}

function mergeSpans(known: EntrySpans, lines: readonly AppliedLine[]): EntrySpans {
  const spans: Record<string, EntrySpans[string]> = { ...known };
  for (const { journalEntryId: id } of lines.map(({ line }) => line)) {
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
