// The period of a report, as days. An end that is left out is open.
import { addMonths, findMonthEnd, isCalendarDate } from '../../values/calendar-dates.ts';

export interface DayPeriod {
  readonly from?: string;
  readonly to?: string;
}

export type PeriodName = 'all' | 'month' | 'last-month' | 'year' | 'last-year';

export const PERIOD_NAMES: readonly PeriodName[] = [
  'all',
  'month',
  'last-month',
  'year',
  'last-year',
];

/** Builds the period of that name, as seen from today. */
export function buildPeriod(name: PeriodName, today: string): DayPeriod {
  const month = today.slice(0, 7);
  const lastMonth = addMonths(month, -1);
  const lastYear = addMonths(month, -12).slice(0, 4);
  switch (name) {
    case 'all':
      return {};
    case 'month':
      return { from: `${month}-01`, to: findMonthEnd(month) };
    case 'last-month':
      return { from: `${lastMonth}-01`, to: findMonthEnd(lastMonth) };
    case 'year':
      return { from: `${month.slice(0, 4)}-01-01`, to: `${month.slice(0, 4)}-12-31` };
    case 'last-year':
      return { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` };
  }
}

/** Finds the name of a period; undefined for one that has none. */
export function findPeriodName({ from, to }: DayPeriod, today: string): PeriodName | undefined {
  return PERIOD_NAMES.find((name) => {
    const named = buildPeriod(name, today);
    return named.from === from && named.to === to;
  });
}

export type PeriodFault = 'day' | 'backwards';

/** Finds what is wrong with a period that was typed; empty texts are open ends. */
export function findPeriodFaults(
  from: string,
  to: string,
): Readonly<Partial<Record<'from' | 'to', PeriodFault>>> {
  const isWrong = (day: string) => day !== '' && !isCalendarDate(day);
  if (isWrong(from) || isWrong(to)) {
    return { ...(isWrong(from) && { from: 'day' }), ...(isWrong(to) && { to: 'day' }) };
  }
  return from !== '' && to !== '' && from > to ? { to: 'backwards' } : {};
}
