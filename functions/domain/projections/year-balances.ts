// The balances of a fiscal year, from rows of counters, and whether the rows contain all of its entries.
import type { Period } from '../general-ledger/periods.ts';
import { parseMinor } from '../values/money.ts';
import { computeBalance, formatRowName, NO_MOVEMENT, sumCounters } from './ledger-counters.ts';
import type { Counter } from './ledger-counters.ts';
import { listSubjects } from './trial-balance.ts';
import type { LedgerRows, LedgerSubject } from './trial-balance.ts';

/** What the months of a year did to an account in one currency. */
export interface YearBalance extends LedgerSubject {
  /** Debits minus credits, in minor units. */
  readonly balance: bigint;
}

/** The balances of every account and currency with lines in the months. */
export function computeYearBalances(rows: LedgerRows, months: readonly string[]): YearBalance[] {
  return listSubjects(rows).flatMap(({ accountCode, currency }) => {
    const subject = { accountCode, currency };
    const sum = sumCounters(months.map((month) => findMonth(rows, subject, month)));
    return sum.lines === 0n ? [] : { ...subject, balance: computeBalance(sum) };
  });
}

/**
 * Finds the first of these closed periods whose entries the rows do not contain completely. The rows count
 * lines of the journal, each once and each above zero: their sums reach the control totals of a period only
 * with all of its lines.
 */
export function findUncountedPeriod(
  rows: LedgerRows,
  periods: readonly Period[],
): string | undefined {
  const subjects = listSubjects(rows);
  return periods.find((period) => !isCounted(rows, subjects, period))?.period;
}

function isCounted(
  rows: LedgerRows,
  subjects: readonly LedgerSubject[],
  { period, totals = [] }: Period,
): boolean {
  const counted = Map.groupBy(subjects, ({ currency }) => currency);
  const currencies = new Set([...counted.keys(), ...totals.map(({ currency }) => currency)]);
  return [...currencies].every((currency) => {
    const months = (counted.get(currency) ?? []).map((one) => findMonth(rows, one, period));
    const { debits, credits } = sumCounters(months);
    const total = totals.find((one) => one.currency === currency);
    return (
      debits === parseMinor(total?.total_debits ?? '0.00') &&
      credits === parseMinor(total?.total_credits ?? '0.00')
    );
  });
}

function findMonth(rows: LedgerRows, subject: LedgerSubject, month: string): Counter {
  const name = formatRowName({ ...subject, level: 'months', within: month.slice(0, 4) });
  return rows.get(name)?.[month] ?? NO_MOVEMENT;
}
