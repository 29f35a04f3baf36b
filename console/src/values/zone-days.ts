// Days of the calendar as times, where people mean the day of the institution's zone and the API asks for instants.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in the zone that is furthest ahead of UTC, and in the one that is furthest behind. */
const EARLIEST_MS = -15 * HOUR_MS;
const LATEST_MS = 13 * HOUR_MS;

/** Returns the first instant of a day such as `2026-11-20` in the zone. */
export function findDayStart(day: string, timeZone: string): string {
  return new Date(findStartMs(parseDayMs(day), timeZone)).toISOString();
}

/** Returns the last millisecond of the day in the zone. */
export function findDayEnd(day: string, timeZone: string): string {
  return new Date(findStartMs(parseDayMs(day) + DAY_MS, timeZone) - 1).toISOString();
}

// A clock may be changed at midnight, so that the day starts at another hour: the start is searched, not computed.
function findStartMs(dayMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  let before = dayMs + EARLIEST_MS;
  let start = dayMs + LATEST_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (parseDayMs(format.format(middle)) < dayMs) before = middle;
    else start = middle;
  }
  return start;
}

function parseDayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
