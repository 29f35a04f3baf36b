// Fiscal years: twelve accounting periods, named after the first.
import { addDays } from '../values/calendar-periods.ts';

const MONTHS = 12;

/** Returns the accounting periods of the year that starts with this one. */
export function listYearPeriods(first: string): string[] {
  return Array.from({ length: MONTHS }, (_, index) => addMonths(first, index));
}

/** Returns the last accounting period of the year that starts with this one. */
export function findLastPeriod(first: string): string {
  return addMonths(first, MONTHS - 1);
}

/** Returns the last day of the year that starts with this period. */
export function findYearEnd(first: string): string {
  return addDays(`${addMonths(first, MONTHS)}-01`, -1);
}

function addMonths(period: string, count: number): string {
  const [year = '', month = ''] = period.split('-');
  const index = Number(month) - 1 + count;
  const then = Number(year) + Math.floor(index / MONTHS);
  return `${String(then).padStart(4, '0')}-${String((index % MONTHS) + 1).padStart(2, '0')}`;
}
