// A schedule of exports in words, for the console and the commands.

/** When the one schedule that a tenant can have is due, and what it exports. */
export const SCHEDULE_WORDS =
  'Early on the third day of each month (UTC), the month before is exported.';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The month of a day as a name, such as `October 2026`. */
export function nameMonth(day: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** How many days of the calendar (UTC) there are until the instant: `tomorrow`, `in 10 days`. */
export function formatWait(instant: string, now: Date, locale?: string): string {
  const startOfDay = (time: string) => Date.parse(time.slice(0, DAY_LENGTH));
  const days = Math.round((startOfDay(instant) - startOfDay(now.toISOString())) / DAY_MS);
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return `${text.slice(0, 1).toLocaleUpperCase(locale)}${text.slice(1)}`;
}

/** An instant to the minute, in UTC and in the time zone of the reader. */
export function formatDue(
  instant: string,
  timeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const utc = `${formatMinute(instant, 'UTC')} UTC`;
  return timeZone === 'UTC' ? utc : `${utc}, ${formatMinute(instant, timeZone)} ${timeZone}`;
}

// Sweden writes times as ISO 8601 does.
function formatMinute(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(new Date(instant));
}
