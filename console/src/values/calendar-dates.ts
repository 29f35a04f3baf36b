// Days of the calendar, as the API writes them. They belong to no time zone and are never shifted.

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists, such as `2026-02-28`. */
export function isCalendarDate(text: string): text is string {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The first and last day of the last month that is over, in UTC. */
export function findLastMonth(now: Date): { readonly from: string; readonly to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const format = (day: number) => new Date(day).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { from: format(Date.UTC(year, month - 1, 1)), to: format(Date.UTC(year, month, 0)) };
}
