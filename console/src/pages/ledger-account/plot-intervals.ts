// Over which parts of a period balances can be plotted: the API answers at most 366 of them.
import { addDays, addMonths, countDays } from '../../values/calendar-dates.ts';

export type PlotInterval = 'day' | 'month' | 'year';

const PARTS_MAX = 366;
/** Up to so many days, days tell more than months. */
const DAYS_OF_DAYS = 62;
/** Up to so many months, months tell more than years. */
const MONTHS_OF_MONTHS = 60;

/** Lists the intervals that the period can be divided into. */
export function listPlotIntervals(from: string, to: string): readonly PlotInterval[] {
  const intervals: PlotInterval[] = [];
  if (countDays(from, to) <= PARTS_MAX) intervals.push('day');
  if (countMonths(from, to) <= PARTS_MAX) intervals.push('month');
  return [...intervals, 'year'];
}

/** Chooses the interval of a plot: the one of the address, or the one that suits the period. */
export function choosePlotInterval(
  from: string,
  to: string,
  wanted: PlotInterval | undefined,
): PlotInterval {
  if (wanted !== undefined && listPlotIntervals(from, to).includes(wanted)) return wanted;
  if (countDays(from, to) <= DAYS_OF_DAYS) return 'day';
  return countMonths(from, to) <= MONTHS_OF_MONTHS ? 'month' : 'year';
}

/** Finds the first day of a plot: without one in the address, that of the last twelve months. */
export function findPlotStart(from: string | undefined, to: string): string {
  return from ?? `${addMonths(to.slice(0, 7), -11)}-01`;
}

/** Finds the day before the period: there the plot starts, at the opening balance. */
export function findOpeningDay(from: string): string {
  return addDays(from, -1);
}

function countMonths(from: string, to: string): number {
  const [fromYear, fromMonth] = splitMonth(from);
  const [toYear, toMonth] = splitMonth(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

function splitMonth(day: string): readonly [year: number, month: number] {
  return [Number.parseInt(day.slice(0, 4), 10), Number.parseInt(day.slice(5, 7), 10)];
}
