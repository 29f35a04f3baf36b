// The counters of the general ledger: debits, credits and number of lines, and what differs from control
// accounts, by year, month and day. They only add up, so neither the order nor the grouping of lines
// changes them.
import { isDifference } from './general-ledger.ts';
import type { ProjectedRecord, ProjectedDifference, ProjectedLine } from './general-ledger.ts';

export interface Counter {
  /** Minor units. */
  readonly debits: bigint;
  readonly credits: bigint;
  readonly lines: bigint;
  /** The net credits that entries expected less those that they found, in minor units. */
  readonly difference: bigint;
  /** The number of entries that recorded a difference. */
  readonly differing: bigint;
}

/** By year, month or day: `2026`, `2026-11`, `2026-11-22`. */
export type Counters = Readonly<Record<string, Counter>>;

export const COUNTER_PARTS = ['debits', 'credits', 'lines', 'difference', 'differing'] as const;

export const NO_MOVEMENT: Counter = {
  debits: 0n,
  credits: 0n,
  lines: 0n,
  difference: 0n,
  differing: 0n,
};

/** The counter of one line. */
export function countLine({ side, amount }: Pick<ProjectedLine, 'side' | 'amount'>): Counter {
  const debits = side === 'DEBIT' ? amount : 0n;
  return { ...NO_MOVEMENT, debits, credits: amount - debits, lines: 1n };
}

/** The counter of one difference, which the line of the code does not count. */
export function countDifference({
  expected,
  found,
}: Pick<ProjectedDifference, 'expected' | 'found'>): Counter {
  return { ...NO_MOVEMENT, difference: expected - found, differing: 1n };
}

/** The counter of one record. */
export function countRecord(record: ProjectedRecord): Counter {
  return isDifference(record) ? countDifference(record) : countLine(record);
}

export function addCounter(left: Counter, right: Counter): Counter {
  return {
    debits: left.debits + right.debits,
    credits: left.credits + right.credits,
    lines: left.lines + right.lines,
    difference: left.difference + right.difference,
    differing: left.differing + right.differing,
  };
}

export function subtractCounter(left: Counter, right: Counter): Counter {
  return {
    debits: left.debits - right.debits,
    credits: left.credits - right.credits,
    lines: left.lines - right.lines,
    difference: left.difference - right.difference,
    differing: left.differing - right.differing,
  };
}

export function isSameCounter(left: Counter, right: Counter): boolean {
  return COUNTER_PARTS.every((part) => left[part] === right[part]);
}

export function sumCounters(counters: readonly Counter[]): Counter {
  return counters.reduce(addCounter, NO_MOVEMENT);
}

/** Debits minus credits. */
export function computeBalance({ debits, credits }: Counter): bigint {
  return debits - credits;
}

/** What one commit added to the counter of a period. */
export interface RecentChange extends Counter {
  readonly commit: bigint;
  readonly period: string;
}

/** A row of counters, and its last changes, by which a reader can go back to an earlier commit. */
export interface CounterRow {
  readonly counters: Counters;
  /** The commit that last changed the row. */
  readonly commit: bigint;
  readonly recent: readonly RecentChange[];
  /** The newest commit whose changes are no longer among the recent ones. */
  readonly settled: bigint;
}

export const EMPTY_ROW: CounterRow = { counters: {}, commit: 0n, recent: [], settled: 0n };

/** A reader that takes longer than this many commits of one row reads again. */
const RECENT_COMMITS_MAX = 8;

/** Adds the changes of one commit, which is newer than all in the row. */
export function addToRow(row: CounterRow, changes: readonly RecentChange[]): CounterRow {
  const counters: Record<string, Counter> = { ...row.counters };
  for (const { period, ...change } of changes) {
    counters[period] = addCounter(counters[period] ?? NO_MOVEMENT, change);
  }
  const all = [...row.recent, ...changes];
  const commits = [...new Set(all.map(({ commit }) => commit))];
  const dropped = commits.slice(0, -RECENT_COMMITS_MAX);
  return {
    counters,
    commit: commits.at(-1) ?? row.commit,
    recent: all.filter(({ commit }) => !dropped.includes(commit)),
    settled: dropped.at(-1) ?? row.settled,
  };
}

/** The counters as of a commit; undefined when the row no longer has the changes since then. */
export function readCountersAt(row: CounterRow, commit: bigint): Counters | undefined {
  if (row.commit <= commit) return row.counters;
  if (row.settled > commit) return undefined;
  const counters: Record<string, Counter> = { ...row.counters };
  for (const { period, ...change } of row.recent.filter((one) => one.commit > commit)) {
    counters[period] = subtractCounter(counters[period] ?? NO_MOVEMENT, change);
  }
  return counters;
}

/** The periods of a row: the years of all time, the months of a year, or the days of a month. */
export type CounterLevel = 'years' | 'months' | 'days';

/** What a row counts: an account code in one currency, in the periods of one level. */
export interface RowSubject {
  readonly level: CounterLevel;
  /** The year of a row of months, the month of a row of days; empty for the row of years. */
  readonly within: string;
  readonly accountCode: string;
  readonly currency: string;
}

const LEVEL_PREFIXES: Readonly<Record<CounterLevel, string>> = {
  years: 'T',
  months: 'Y',
  days: 'M',
};

/** The start of the names of all rows of a level, of one account code if it is given. */
export function formatRowPrefix(level: CounterLevel, within: string, accountCode?: string): string {
  const parts = [LEVEL_PREFIXES[level], ...(within === '' ? [] : [within])];
  return [...parts, ...(accountCode === undefined ? [] : [accountCode]), ''].join('#');
}

/** The name of a row, by which rows sort in the order of account codes. */
export function formatRowName({ level, within, accountCode, currency }: RowSubject): string {
  return `${formatRowPrefix(level, within, accountCode)}${currency}`;
}

const ROW_NAME = /^(?:(T)|(Y)#(\d{4})|(M)#(\d{4}-\d{2}))#(.+)#([A-Z]{3})$/s;

/** Reads a row name back; undefined for another name. An account code may contain any character. */
export function parseRowName(name: string): RowSubject | undefined {
  const parts = ROW_NAME.exec(name);
  if (!parts) return undefined;
  const [, years, months, year = '', , month = '', accountCode = '', currency = ''] = parts;
  if (years !== undefined) return { level: 'years', within: '', accountCode, currency };
  return months === undefined
    ? { level: 'days', within: month, accountCode, currency }
    : { level: 'months', within: year, accountCode, currency };
}

/** The row and the period of each level that count the record. */
export function listCountedPeriods({ accountCode, currency, date }: ProjectedRecord): readonly {
  readonly row: string;
  readonly period: string;
}[] {
  const [year, month] = [date.slice(0, 4), date.slice(0, 7)];
  const name = (level: CounterLevel, within: string) =>
    formatRowName({ level, within, accountCode, currency });
  return [
    { row: name('years', ''), period: year },
    { row: name('months', year), period: month },
    { row: name('days', month), period: date },
  ];
}
