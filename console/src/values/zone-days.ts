// A day of a time zone as the instants of its start and its end, for records whose time is an instant.
import { addDays } from './calendar-dates.ts';

/** No zone is further from UTC. */
const OFFSET_MAX_MS = 16 * 3_600_000;

/** Finds the day that it is in the zone at the instant. */
export function findDay(instant: Date, timeZone: string): string {
  const days = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return days.format(instant);
}

/** Finds the first instant of the day. A day may start at another time than midnight. */
export function findDayStart(day: string, timeZone: string): string {
  let before = Date.parse(day) - OFFSET_MAX_MS;
  let start = Date.parse(day) + OFFSET_MAX_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (findDay(new Date(middle), timeZone) < day) before = middle;
    else start = middle;
  }
  return new Date(start).toISOString();
}

/** Finds the last instant of the day, to the millisecond of the ledger's times. */
export function findDayEnd(day: string, timeZone: string): string {
  return new Date(Date.parse(findDayStart(addDays(day, 1), timeZone)) - 1).toISOString();
}
