// Days and times, held against the calendar of the runtime.
import { expect, test } from '@jest/globals';
import { isCalendarDate } from '../../../functions/domain/values/calendar-dates.ts';
import {
  addDays,
  addYears,
  findLastClosedMonth,
} from '../../../functions/domain/values/calendar-periods.ts';
import { findDayIn, isTimeZone } from '../../../functions/domain/values/time-zones.ts';
import { addMs, latestTime } from '../../../functions/domain/values/times.ts';
import { fc } from '../../support/nouns/properties.ts';

function formatParts(...parts: readonly number[]): string {
  const [year = 0, month = 0, day = 0] = parts;
  const pad = (part: number, length: number) => String(part).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Whether the runtime's calendar gives the same parts back. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

test('exactly the days of the calendar are dates', () => {
  for (const year of [1, 1900, 1999, 2000, 2024, 2025, 2100, 2400]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = formatParts(year, month, day);
        const expected = month >= 1 && month <= 12 && day >= 1 && exists(year, month, day);
        expect({ text, is: isCalendarDate(text) }).toEqual({ text, is: expected });
      }
    }
  }
});

test.each(['', '2026-1-01', '2026-01-1', '02026-01-01', '2026-01-011', 'x2026-01-01', '20260101'])(
  '%j is no date',
  (text) => {
    expect(isCalendarDate(text)).toBe(false);
  },
);

test.each([
  ['2026-03-15T00:00:00.000Z', '2026-02-01', '2026-02-28'],
  ['2024-03-01T00:00:00.000Z', '2024-02-01', '2024-02-29'],
  ['2026-01-31T23:59:59.999Z', '2025-12-01', '2025-12-31'],
])('at %s the last closed month is %s to %s', (at, from, to) => {
  expect(findLastClosedMonth(new Date(at))).toEqual({ from, to });
});

test.each([
  ['2024-02-29', 1, '2025-02-28'],
  ['2024-02-29', 4, '2028-02-28'],
  ['2024-03-29', 1, '2025-03-29'],
  ['2024-02-28', 1, '2025-02-28'],
  ['0999-12-31', -1, '0998-12-31'],
])('%s and %i years is %s', (day, years, expected) => {
  expect(addYears(day, years)).toBe(expected);
});

test('days are added over the ends of months and years, in both directions', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-03-01', 0)).toBe('2026-03-01');
});

test('milliseconds are added, also negative ones', () => {
  expect(addMs('2026-01-01T00:00:00.000Z', 1)).toBe('2026-01-01T00:00:00.001Z');
  expect(addMs('2026-01-01T00:00:00.000Z', -1)).toBe('2025-12-31T23:59:59.999Z');
});

test('the latest time is the present, unless one of the given times is later', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const later = '2026-06-01T12:00:00.001Z';

  expect(latestTime(now)).toEqual(now);
  expect(latestTime(now, undefined, '2026-06-01T11:59:59.999Z')).toEqual(now);
  expect(latestTime(now, '2020-01-01T00:00:00.000Z', later, undefined)).toEqual(new Date(later));
});

test('the day in a zone is the one that its clocks show', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('2900-01-01'), noInvalidDate: true }),
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'),
      (at, timeZone) => {
        const shown = at.toLocaleDateString('en-CA', {
          timeZone,
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
        });
        expect(findDayIn(timeZone, at)).toBe(shown.padStart(10, '0'));
      },
    ),
  );
});

test('a year before 1000 has four digits in a zone, too', () => {
  const at = new Date('0987-06-01T12:00:00.000Z');

  expect(findDayIn('Europe/Berlin', at)).toBe(findDayIn('UTC', at));
});

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Etc/GMT-14'])(
  '%s is a time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(true);
  },
);

test.each([
  '',
  '+01:00',
  '-05:00',
  'Mars/Olympus',
  'Europe/Berlin/',
  '/Europe',
  'Europe Berlin',
  ' UTC',
  'UTC ',
  'Europe//Berlin',
])('%j is no time zone', (text) => {
  expect(isTimeZone(text)).toBe(false);
});
