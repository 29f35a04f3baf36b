// Instants are shown in one time zone, that of the institution, and name it; two operators who compare what
// they see read the same time.

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant of the API, with the name of the zone. */
export function formatInstant(instant: string, timeZone: string, locale?: string): string {
  return findFormat(timeZone, locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** Formats the time of the day at which something was read. */
export function formatClockTime(instant: Date, timeZone: string, locale?: string): string {
  return findFormat(timeZone, locale, { hour: '2-digit', minute: '2-digit' }).format(instant);
}

const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats how long ago an instant was, in the largest unit that it fills. */
export function formatAge(instant: string, now: Date, locale?: string): string {
  // The clocks of browser and service differ: nothing that was read lies ahead.
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 1000));
  const [unit, length] = AGE_UNITS.find((entry) => seconds >= entry[1]) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  return format.format(-Math.floor(seconds / length), unit);
}

function findFormat(
  timeZone: string,
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, locale, options]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, format);
  return format;
}
