// Counts the lines and the recorded differences of a general ledger again and compares every counter. Each
// record names the commit that added it, and each row the commit that last changed it: a row counts exactly
// the records up to its own commit, so that postings meanwhile make no difference.
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import {
  addCounter,
  COUNTER_PARTS,
  countRecord,
  isSameCounter,
  listCountedPeriods,
  NO_MOVEMENT,
  parseRowName,
} from '../../domain/projections/ledger-counters.ts';
import type { Counter, CounterRow, RowSubject } from '../../domain/projections/ledger-counters.ts';
import { formatMoney, money } from '../../domain/values/money.ts';
import { buildRowKey, fromRecordItem } from '../../ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../ledger/projections/general-ledger-items.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { Store } from '../../ledger/store/store.ts';
import type { DayRange } from '../check.ts';
import { readAccountRows, readIfPossible, readRow, readRows } from './account-rows.ts';
import type { LedgerRecount } from './account-rows.ts';
import type { DividedCode } from './divisions.ts';
import { readAccountDifferences, readAccountLines, readDetailRows } from './scan.ts';
import type { AccountRange } from './scan.ts';

export interface RowRecount extends LedgerRecount {
  /** Receives every line and every difference. */
  readonly onRecord: (item: Item) => void;
  /** Receives the name of each year that the row has a counter for. */
  readonly onYear: (name: string) => void;
  /** Whether the time is over: an account code may have millions of lines. Its counters are then not compared. */
  readonly isOver: () => boolean;
}

/** By row and period, what the records up to the commit of the row add up to. */
export type RecordSums = ReadonlyMap<string, ReadonlyMap<string, Counter>>;

/** The commit of the head: the rows of a ledger that are read after it are no older. */
export async function readStartedCommit(store: Store, ledger: LedgerGeneration): Promise<bigint> {
  const [[, head] = []] = await readRows({ store, ledger, report: () => undefined }, [LEDGER_HEAD]);
  return head?.commit ?? 0n;
}

const ALL_DAYS: DayRange = { from: '' };

/** Recounts the account code of a row of years. Keeps its counters in memory. */
export async function recountRow(recount: RowRecount, item: Item): Promise<void> {
  const subject = parseRowName(item.SK);
  const total = readRow(recount, item);
  if (!subject || !total) return;
  const rows = await readAccountRows(recount, subject, total);
  const sums = await recountPart(recount, { row: item.SK, rows }, ALL_DAYS);
  if (sums) compareRows(recount, rows, sums);
}

/** What the days of an account code add up to, beside the rows that were read before; undefined if the time is over before. */
export async function recountPart(
  recount: RowRecount,
  { row, rows }: Pick<DividedCode, 'row' | 'rows'>,
  days: DayRange,
): Promise<RecordSums | undefined> {
  const [subject, total] = [parseRowName(row), rows.get(row)];
  if (!subject || !total) return new Map();
  for (const year of Object.keys(total.counters)) recount.onYear(nameYear(subject, year));
  return sumRecords(recount, { subject, rows, total }, days);
}

type RecordReading = Pick<RowRecount, 'store' | 'ledger' | 'onRecord' | 'isOver'>;

/** Receives every line and every difference; false if the time is over before the last. */
export async function readRecords(
  { store, ledger, onRecord, isOver }: RecordReading,
  range: AccountRange,
): Promise<boolean> {
  for (const read of [readAccountLines, readAccountDifferences]) {
    for await (const page of read(store, ledger, range)) {
      if (isOver()) return false;
      for (const item of page) onRecord(item);
    }
  }
  return true;
}

/** Reports the rows of months and days that no row of years leads to, once all of these were recounted. */
export async function reportOrphans(recount: LedgerRecount, known: KnownRows): Promise<void> {
  for await (const page of readDetailRows(recount.store, recount.ledger)) {
    for (const item of page) reportOrphan(recount, item, known);
  }
}

function nameYear({ accountCode, currency }: RowSubject, year: string): string {
  return JSON.stringify([accountCode, currency, year]);
}

interface AccountRows {
  readonly subject: RowSubject;
  readonly rows: ReadonlyMap<string, CounterRow>;
  readonly total: CounterRow;
}

async function sumRecords(
  recount: RowRecount,
  account: AccountRows,
  days: DayRange,
): Promise<RecordSums | undefined> {
  const sums = new Map<string, Map<string, Counter>>();
  const onRecord = (item: Item) => {
    recount.onRecord(item);
    addRecord(recount, { ...account, sums }, item);
  };
  const isWhole = await readRecords({ ...recount, onRecord }, { ...account.subject, days });
  return isWhole ? sums : undefined;
}

function addRecord(
  recount: LedgerRecount,
  { rows, total, sums }: AccountRows & { readonly sums: Map<string, Map<string, Counter>> },
  item: Item,
): void {
  const stored = readIfPossible(recount, item, () => fromRecordItem(item));
  if (!stored) return;
  for (const { row, period } of listCountedPeriods(stored.record)) {
    // The row of years was read first, so a row that is missing lacks at least the records up to there.
    if (stored.commit > (rows.get(row) ?? total).commit) continue;
    addSum(sums, { row, period }, countRecord(stored.record));
  }
}

function addSum(
  sums: Map<string, Map<string, Counter>>,
  { row, period }: { readonly row: string; readonly period: string },
  counter: Counter,
): void {
  const counters = sums.get(row) ?? new Map<string, Counter>();
  sums.set(row, counters);
  counters.set(period, addCounter(counters.get(period) ?? NO_MOVEMENT, counter));
}

/** What two parts of an account code add up to. */
export function addSums(one: RecordSums, other: RecordSums): RecordSums {
  const sums = new Map([...one].map(([row, counters]) => [row, new Map(counters)]));
  for (const [row, counters] of other) {
    for (const [period, counter] of counters) addSum(sums, { row, period }, counter);
  }
  return sums;
}

/** Reports every counter that is not what its records add up to. */
export function compareRows(
  recount: LedgerRecount,
  rows: ReadonlyMap<string, CounterRow>,
  sums: RecordSums,
): void {
  for (const name of new Set([...rows.keys(), ...sums.keys()])) {
    compareRow(recount, name, rows.get(name), sums.get(name));
  }
}

function compareRow(
  recount: LedgerRecount,
  name: string,
  row: CounterRow | undefined,
  sums: ReadonlyMap<string, Counter> = new Map(),
): void {
  const stored = row?.counters ?? {};
  for (const period of new Set([...Object.keys(stored), ...sums.keys()])) {
    const [counted, derived] = [stored[period] ?? NO_MOVEMENT, sums.get(period) ?? NO_MOVEMENT];
    if (!isSameCounter(counted, derived))
      reportCounter(recount, { name, period, counted, derived });
  }
}

/** The parts of a counter that are no amounts. */
const COUNTS: ReadonlySet<string> = new Set(['lines', 'differing']);

interface DifferentCounter {
  readonly name: string;
  readonly period: string;
  readonly counted: Counter;
  readonly derived: Counter;
}

function reportCounter(
  { ledger, report }: LedgerRecount,
  { name, period, counted, derived }: DifferentCounter,
): void {
  const { accountCode = '', currency = 'XXX' } = parseRowName(name) ?? {};
  for (const field of COUNTER_PARTS) {
    if (counted[field] === derived[field]) continue;
    const format = (value: bigint) =>
      COUNTS.has(field) ? String(value) : formatMoney(money(value, currency));
    report({
      tenant: ledger.tenant,
      kind: 'general_ledger',
      id: `${accountCode} ${currency} ${period}`,
      field,
      stored: format(counted[field]),
      derived: format(derived[field]),
      place: buildRowKey(ledger, name),
    });
  }
}

interface KnownRows {
  readonly years: ReadonlySet<string>;
  /** The commit of the head before the run. */
  readonly started: bigint;
}

// A row of a year that its row of years lacks. The next run compares those that are newer than this one.
function reportOrphan(recount: LedgerRecount, item: Item, { years, started }: KnownRows): void {
  const subject = parseRowName(item.SK);
  if (!subject || years.has(nameYear(subject, subject.within.slice(0, 4)))) return;
  const row = readRow(recount, item);
  if (row && row.commit <= started) compareRow(recount, item.SK, row);
}
