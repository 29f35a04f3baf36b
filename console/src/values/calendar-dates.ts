// Days of the calendar, as the API writes them. They belong to no time zone and are never shifted.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether the text is a day that exists, such as `2026-02-28`. */
export function isCalendarDate(text: string): text is string {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whether the text is a month, such as `2026-02`. */
export function isCalendarMonth(text: string): text is string {
  return MONTH.test(text);
}

/** Adds days to a day; a negative count takes them away. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Adds months to a month; a negative count takes them away. */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** Finds the last day of a month. */
export function findMonthEnd(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** Counts the days from one day to another, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

const DAY_MS = 86_400_000;

/** Formats a day for the reader's locale, without shifting it. */
export function formatDay(day: string, locale?: string): string {
  return formatDate(day, { day: 'numeric', month: 'short', year: 'numeric' }, locale);
}

/** Formats a month for the reader's locale. */
export function formatMonth(month: string, locale?: string): string {
  return formatDate(`${month}-01`, { month: 'long', year: 'numeric' }, locale);
}

function formatDate(
  day: string,
  options: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
