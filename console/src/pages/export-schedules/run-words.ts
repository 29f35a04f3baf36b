// The runs of a schedule in words.

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

/** The same day so many years later, as a schedule counts a retention. */
export function addRetention(day: string, years: number): string {
  const later = new Date(`${day}T00:00:00Z`);
  const month = later.getUTCMonth();
  later.setUTCFullYear(later.getUTCFullYear() + years);
  // A leap day ends a day earlier in years without one.
  if (later.getUTCMonth() !== month) later.setUTCDate(0);
  return later.toISOString().slice(0, DAY_LENGTH);
}
