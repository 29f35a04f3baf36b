const DAY_MS = 86_400_000;

/** Returns the first and last day of the last calendar month (UTC) that had ended by then. */
export function findLastClosedMonth(at: Date): { from: string; to: string } {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 0));
  return { from: formatDay(first), to: formatDay(last) };
}

/** Returns the same day the given number of years later; 29 February becomes 28 February. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${isLeapDay ? '28' : date}`;
}

/** Returns the day so many days later; earlier if `days` is negative. */
export function addDays(day: string, days: number): string {
  return formatDay(new Date(Date.parse(day) + days * DAY_MS));
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
