// Reads rows of counters as of one commit. The store reads items one after the other, and a commit may
// come in between: rows that are newer go back to the commit of the head, and rows that do not add up
// to their totals are read again, so that debits equal credits in every answer (ADR 083).
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import {
  formatRowPrefix,
  isSameCounter,
  readCountersAt,
  sumCounters,
} from '../../domain/projections/ledger-counters.ts';
import type { Counter, Counters } from '../../domain/projections/ledger-counters.ts';
import {
  areRowsConsistent,
  listRowRanges,
  listSubjects,
} from '../../domain/projections/trial-balance.ts';
import type { LedgerRows, RowRange } from '../../domain/projections/trial-balance.ts';
import type { Session } from '../commit/session.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { runWholeQuery } from '../store/merged-lists.ts';
import { RetryableError } from '../store/retries.ts';
import { fromRowItem } from './general-ledger-items.ts';
import type { LedgerGeneration, StoredRow } from './general-ledger-items.ts';
import { requireProjectionsTable } from './items.ts';
import { readActiveGeneration } from './reads.ts';

export interface LedgerSnapshot extends LedgerGeneration {
  readonly commit: bigint;
  readonly rows: LedgerRows;
  /** Absent while the generation has no lines. */
  readonly head?: StoredRow;
}

/** The generation of the tenant's general ledger that readers see: at most one request. */
export async function readLedgerGeneration({ store, tenant }: Session): Promise<LedgerGeneration> {
  const { generation } = await readActiveGeneration(store, 'general_ledger');
  return { tenant, generation };
}

/**
 * The rows that sums up to these days need, of all accounts: one request and one for each year and each
 * month among the days, and one for each further megabyte. Throws RetryableError while rows of one
 * commit cannot be had.
 */
export async function readSnapshot(
  session: Session,
  days: readonly string[],
): Promise<LedgerSnapshot> {
  const ledger = await readLedgerGeneration(session);
  const ranges = listRowRanges(days);
  const [totals = [], ...others] = await Promise.all([
    readRows(session, ledger, LEDGER_HEAD),
    ...ranges.map(({ level, within }) => readRows(session, ledger, formatRowPrefix(level, within))),
  ]);
  const [head, ...years] = totals;
  const snapshot = buildSnapshot(ledger, head, [...years, ...others.flat()]);
  const { head: stored, rows } = snapshot;
  if (stored === undefined) return snapshot;
  requireConsistency(areRowsConsistent(rows, listSubjects(rows), ranges));
  requireConsistency(areTotalsConsistent(rows, stored.row.counters));
  return snapshot;
}

/**
 * The rows of one account code of all years and of these ranges, as `readSnapshot`: one request more, and
 * far smaller ones.
 */
export async function readAccountSnapshot(
  session: Session,
  accountCode: string,
  ranges: readonly RowRange[],
): Promise<LedgerSnapshot> {
  const ledger = await readLedgerGeneration(session);
  // First: rows of an earlier commit than the head's would agree with each other, also halfway through an entry.
  const [head] = await readHead(session, ledger);
  const parts = await Promise.all([
    readRows(session, ledger, formatRowPrefix('years', '', accountCode)),
    ...ranges.map(({ level, within }) =>
      readRows(session, ledger, formatRowPrefix(level, within, accountCode)),
    ),
  ]);
  const snapshot = buildSnapshot(ledger, head, parts.flat());
  const { head: stored, rows } = snapshot;
  const subjects = listSubjects(rows).filter((subject) => subject.accountCode === accountCode);
  requireConsistency(areRowsConsistent(rows, subjects, ranges));
  // Lines of an entry that is only partly in are not those of the account yet.
  if (stored) requireConsistency(Object.values(stored.row.counters).every(isBalanced));
  return snapshot;
}

function readRows(session: Session, ledger: LedgerGeneration, prefix: string): Promise<Item[]> {
  return queryLedger(session, ledger, 'begins_with(SK, :rows)', prefix);
}

function readHead(session: Session, ledger: LedgerGeneration): Promise<Item[]> {
  return queryLedger(session, ledger, 'SK = :rows', LEDGER_HEAD);
}

function queryLedger(
  { store }: Session,
  { tenant, generation }: LedgerGeneration,
  condition: string,
  rows: string,
): Promise<Item[]> {
  return runWholeQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: `PK = :ledger AND ${condition}`,
    ExpressionAttributeValues: {
      ':ledger': keys.projections(tenant, { projection: 'general_ledger', generation }),
      ':rows': rows,
    },
    ConsistentRead: true,
  });
}

/** The snapshot at the commit of the head: no rows without one. */
function buildSnapshot(
  ledger: LedgerGeneration,
  head: Item | undefined,
  items: readonly Item[],
): LedgerSnapshot {
  if (head === undefined) return { ...ledger, commit: 0n, rows: new Map() };
  const stored = fromRowItem(head);
  const { commit } = stored.row;
  return { ...ledger, commit, rows: rewindRows(items, commit), head: stored };
}

/** The rows as of the commit, without those that did not exist yet. */
function rewindRows(items: readonly Item[], commit: bigint): LedgerRows {
  const rows = items.map((item): [string, Counters] => {
    const counters = readCountersAt(fromRowItem(item).row, commit);
    if (counters === undefined) throw new RetryableError('busy', 'a row is too far ahead');
    return [item.SK, counters];
  });
  return new Map(rows);
}

function areTotalsConsistent(rows: LedgerRows, totals: Counters): boolean {
  const sums = Map.groupBy(
    [...rows].filter(([name]) => name.startsWith(`${LEDGER_HEAD}#`)),
    ([name]) => name.slice(-3),
  );
  return Object.entries(totals).every(([currency, total]) => {
    const counters = (sums.get(currency) ?? []).flatMap(([, row]) => Object.values(row));
    return isBalanced(total) && isSameCounter(total, sumCounters(counters));
  });
}

function isBalanced({ debits, credits }: Counter): boolean {
  return debits === credits;
}

function requireConsistency(isConsistent: boolean): void {
  if (!isConsistent) throw new RetryableError('busy', 'the rows are not of one commit');
}
