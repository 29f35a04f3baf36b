// Balances of general-ledger accounts on any day, from rows of counters. The sum up to a day takes the
// years before it, the months of its year before it, and the days of its month: three rows of each
// account, whatever the age of the ledger. A balance is debits minus credits.
import {
  addCounter,
  computeBalance,
  formatRowName,
  isSameCounter,
  NO_MOVEMENT,
  parseRowName,
  subtractCounter,
  sumCounters,
} from './ledger-counters.ts';
import type { Counter, CounterLevel, Counters, RowSubject } from './ledger-counters.ts';

/** Rows as of one commit, by name. */
export type LedgerRows = ReadonlyMap<string, Counters>;

export interface BalancePeriod {
  /** The first accounting date; absent for the start of the ledger. */
  readonly from?: string | undefined;
  /** The last accounting date. */
  readonly to: string;
}

export type LedgerSubject = Pick<RowSubject, 'accountCode' | 'currency'>;

/** The movement of an account in one currency; amounts in minor units. */
export interface AccountBalance extends LedgerSubject {
  readonly opening: bigint;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly closing: bigint;
}

/** The sums over all accounts in one currency. */
export type BalanceTotal = Omit<AccountBalance, 'accountCode'>;

/** A level and the year or month of its rows. */
export interface RowRange {
  readonly level: CounterLevel;
  readonly within: string;
}

/** The rows that the sums up to these days need, besides those of all years. */
export function listRowRanges(days: readonly string[]): RowRange[] {
  const years = new Set(days.map((day) => day.slice(0, 4)));
  const months = new Set(days.map((day) => day.slice(0, 7)));
  return [
    ...[...years].map((within): RowRange => ({ level: 'months', within })),
    ...[...months].map((within): RowRange => ({ level: 'days', within })),
  ];
}

/** The accounts and currencies of the rows, in the order of the rows. */
export function listSubjects(rows: LedgerRows): LedgerSubject[] {
  return [...rows.keys()].flatMap((name) => {
    const subject = parseRowName(name);
    return subject?.level === 'years' ? [subject] : [];
  });
}

/** Whether the account has a line on any day; an account may have recorded differences alone. */
export function hasLines(rows: LedgerRows, subject: LedgerSubject): boolean {
  return sumPeriods(findRow(rows, subject, 'years', ''), () => true).lines > 0n;
}

/** What happened before the day. */
export function sumBefore(rows: LedgerRows, subject: LedgerSubject, day: string): Counter {
  return sumUpTo(rows, subject, day, (period) => period < day);
}

/** What happened up to the end of the day. */
export function sumThrough(rows: LedgerRows, subject: LedgerSubject, day: string): Counter {
  return sumUpTo(rows, subject, day, (period) => period <= day);
}

/** What happened up to the end of the month or the year of the day. */
export function sumThroughLevel(
  rows: LedgerRows,
  subject: LedgerSubject,
  day: string,
  level: 'months' | 'years',
): Counter {
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
  const years = findRow(rows, subject, 'years', '');
  if (level === 'years') return sumPeriods(years, (period) => period <= year);
  return addCounter(
    sumPeriods(years, (period) => period < year),
    sumPeriods(findRow(rows, subject, 'months', year), (period) => period <= month),
  );
}

function sumUpTo(
  rows: LedgerRows,
  subject: LedgerSubject,
  day: string,
  isIncluded: (period: string) => boolean,
): Counter {
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
  return [
    sumPeriods(findRow(rows, subject, 'years', ''), (period) => period < year),
    sumPeriods(findRow(rows, subject, 'months', year), (period) => period < month),
    sumPeriods(findRow(rows, subject, 'days', month), isIncluded),
  ].reduce(addCounter);
}

function findRow(
  rows: LedgerRows,
  subject: LedgerSubject,
  level: CounterLevel,
  within: string,
): Counters {
  return rows.get(formatRowName({ ...subject, level, within })) ?? {};
}

function sumPeriods(counters: Counters, isIncluded: (period: string) => boolean): Counter {
  const included = Object.entries(counters).filter(([period]) => isIncluded(period));
  return sumCounters(included.map(([, counter]) => counter));
}

/** The balances of the account in the period; undefined if nothing happened up to its end. */
export function computeAccountBalance(
  rows: LedgerRows,
  { accountCode, currency }: LedgerSubject,
  { from, to }: BalancePeriod,
): AccountBalance | undefined {
  const subject = { accountCode, currency };
  const before = from === undefined ? NO_MOVEMENT : sumBefore(rows, subject, from);
  const through = sumThrough(rows, subject, to);
  if (through.lines === 0n) return undefined;
  const { debits, credits } = subtractCounter(through, before);
  return {
    ...subject,
    opening: computeBalance(before),
    debits,
    credits,
    closing: computeBalance(through),
  };
}

/** The totals by currency, in the order of currencies. */
export function sumBalances(balances: readonly AccountBalance[]): BalanceTotal[] {
  const totals = new Map<string, BalanceTotal>();
  for (const { currency, opening, debits, credits, closing } of balances) {
    const sum = totals.get(currency);
    totals.set(currency, {
      currency,
      opening: (sum?.opening ?? 0n) + opening,
      debits: (sum?.debits ?? 0n) + debits,
      credits: (sum?.credits ?? 0n) + credits,
      closing: (sum?.closing ?? 0n) + closing,
    });
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/**
 * Whether the rows are those of one commit: days add up to their month and months to their year. A
 * reader that meets a commit half way sees rows that do not.
 */
export function areRowsConsistent(
  rows: LedgerRows,
  subjects: readonly LedgerSubject[],
  ranges: readonly RowRange[],
): boolean {
  return subjects.every((subject) =>
    ranges.every(({ level, within }) => {
      const above: [CounterLevel, string] =
        level === 'days' ? ['months', within.slice(0, 4)] : ['years', ''];
      const total = findRow(rows, subject, ...above)[within] ?? NO_MOVEMENT;
      return isSameCounter(
        total,
        sumPeriods(findRow(rows, subject, level, within), () => true),
      );
    }),
  );
}
