// Days in the time zones of the IANA database, which the runtime contains.

export const UTC = 'UTC';

/** A name such as Europe/Berlin, not an offset such as +01:00, which no zone keeps all year. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

// Making a format takes far longer than using it, and a tenant has one time zone.
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 1_000;

/** Whether the text names a time zone. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    buildDayFormat(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the calendar day of the instant in the time zone, as YYYY-MM-DD. */
export function findDayIn(timeZone: string, at: Date): string {
  if (timeZone === UTC) return at.toISOString().slice(0, 10);
  const parts = findDayFormat(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

function findDayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const format = buildDayFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function buildDayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}
