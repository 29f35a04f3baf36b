// Counts the lines and the recorded differences of a general ledger again and compares every counter. Each
// record names the commit that added it, and each row the commit that last changed it: a row counts exactly
// the records up to its own commit, so that postings meanwhile make no difference.
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import {
  addCounter,
  COUNTER_PARTS,
  countRecord,
  formatRowName,
  isSameCounter,
  listCountedPeriods,
  NO_MOVEMENT,
  parseRowName,
} from '../../domain/projections/ledger-counters.ts';
import type { Counter, CounterRow, RowSubject } from '../../domain/projections/ledger-counters.ts';
import { formatMoney, money } from '../../domain/values/money.ts';
import {
  buildRowKey,
  fromRecordItem,
  fromRowItem,
} from '../../ledger/projections/general-ledger-items.ts';
import type { LedgerGeneration } from '../../ledger/projections/general-ledger-items.ts';
import { requireProjectionsTable } from '../../ledger/projections/items.ts';
import { readAccountDifferences, readAccountLines, readDetailRows } from './scan.ts';
import { batchGet } from '../../ledger/store/batch-get.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { Store } from '../../ledger/store/store.ts';
import type { Flaw } from '../difference.ts';
import { isUnreadable } from '../records/unreadable.ts';

export interface LedgerRecount {
  readonly store: Store;
  readonly ledger: LedgerGeneration;
  readonly report: (flaw: Flaw) => void;
}

export interface RowRecount extends LedgerRecount {
  /** Receives every line and every difference. */
  readonly onRecord: (item: Item) => void;
  /** Receives the name of each year that the row has a counter for. */
  readonly onYear: (name: string) => void;
  /** Whether the time is over: an account code may have millions of lines. Its counters are then not compared. */
  readonly isOver: () => boolean;
}

/** The commit of the head: the rows of a ledger that are read after it are no older. */
export async function readStartedCommit(store: Store, ledger: LedgerGeneration): Promise<bigint> {
  const [[, head] = []] = await readRows({ store, ledger, report: () => undefined }, [LEDGER_HEAD]);
  return head?.commit ?? 0n;
}

/** Recounts the account code of a row of years. Keeps its counters in memory. */
export async function recountRow(recount: RowRecount, item: Item): Promise<void> {
  const subject = parseRowName(item.SK);
  const row = readRow(recount, item);
  if (!subject || !row) return;
  for (const year of Object.keys(row.counters)) recount.onYear(nameYear(subject, year));
  await recountAccount(recount, subject, row);
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

async function recountAccount(
  recount: RowRecount,
  subject: RowSubject,
  total: CounterRow,
): Promise<void> {
  const { store, ledger, onRecord, isOver } = recount;
  const rows = await readAccountRows(recount, subject, total);
  const sums = new Map<string, Map<string, Counter>>();
  const { accountCode, currency } = subject;
  for (const read of [readAccountLines, readAccountDifferences]) {
    for await (const page of read(store, ledger, accountCode, currency)) {
      if (isOver()) return;
      for (const item of page) {
        onRecord(item);
        addRecord(recount, { rows, sums, total }, item);
      }
    }
  }
  for (const name of new Set([...rows.keys(), ...sums.keys()])) {
    compareRow(recount, name, rows.get(name), sums.get(name));
  }
}

/** The rows of years, months and days of the account, by name. */
async function readAccountRows(
  recount: LedgerRecount,
  subject: RowSubject,
  total: CounterRow,
): Promise<Map<string, CounterRow>> {
  const years = Object.keys(total.counters);
  const months = years.flatMap((year) => MONTHS.map((month) => `${year}-${month}`));
  const found = await readRows(recount, [
    ...years.map((within) => formatRowName({ ...subject, level: 'months', within })),
    ...months.map((within) => formatRowName({ ...subject, level: 'days', within })),
  ]);
  return new Map([[formatRowName(subject), total], ...found]);
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

async function readRows(
  recount: LedgerRecount,
  names: readonly string[],
): Promise<[string, CounterRow][]> {
  const { store, ledger } = recount;
  const wanted = names.map((name) => buildRowKey(ledger, name));
  const items = await batchGet(store, requireProjectionsTable(store), wanted);
  return items.flatMap((item) => {
    const row = readRow(recount, item);
    return row ? [[item.SK, row]] : [];
  });
}

interface AccountCount {
  readonly rows: ReadonlyMap<string, CounterRow>;
  readonly sums: Map<string, Map<string, Counter>>;
  readonly total: CounterRow;
}

function addRecord(recount: LedgerRecount, { rows, sums, total }: AccountCount, item: Item): void {
  const stored = readIfPossible(recount, item, () => fromRecordItem(item));
  if (!stored) return;
  for (const { row, period } of listCountedPeriods(stored.record)) {
    // The row of years was read first, so a row that is missing lacks at least the records up to there.
    if (stored.commit > (rows.get(row) ?? total).commit) continue;
    const counters = sums.get(row) ?? new Map<string, Counter>();
    sums.set(row, counters);
    const before = counters.get(period) ?? NO_MOVEMENT;
    counters.set(period, addCounter(before, countRecord(stored.record)));
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

function readRow(recount: LedgerRecount, item: Item): CounterRow | undefined {
  return readIfPossible(recount, item, () => fromRowItem(item).row);
}

function readIfPossible<Value>(
  { ledger, report }: LedgerRecount,
  item: Item,
  read: () => Value,
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    report({
      tenant: ledger.tenant,
      kind: 'general_ledger',
      id: item.SK,
      field: 'record',
      stored: error.message,
      derived: 'a record of the form in which it was written',
      place: item,
    });
    return undefined;
  }
}
