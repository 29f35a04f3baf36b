import { expect, test } from '@jest/globals';
import { refuseDateOutsideWindow } from '../../../functions/domain/general-ledger/effective-dates.ts';
import { addDays } from '../../../functions/domain/values/calendar-periods.ts';
import { findDayIn, isTimeZone } from '../../../functions/domain/values/time-zones.ts';
import { fc } from '../../support/nouns/properties.ts';

const at = (time: string) => new Date(time);

test.each([
  ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
  ['Africa/Nairobi', '2026-11-20T21:00:00.000Z', '2026-11-21'],
  ['Africa/Nairobi', '2026-11-20T20:59:59.999Z', '2026-11-20'],
  ['America/New_York', '2026-01-01T04:59:59.999Z', '2025-12-31'],
  // Summer time ends in the night to 25 October 2026.
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
  ['Pacific/Kiritimati', '2028-02-28T10:00:00.000Z', '2028-02-29'],
])('in %s, %s is on %s', (zone, time, day) => {
  expect(findDayIn(zone, at(time))).toBe(day);
});

test('a day in a zone of whole hours is the UTC day of the shifted clock', () => {
  const time = fc.date({ min: at('1000-01-01'), max: at('9998-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(time, (now) => {
      const shifted = new Date(now.getTime() + 14 * 3_600_000).toISOString();
      expect(findDayIn('Etc/GMT-14', now)).toBe(shifted.slice(0, 10));
    }),
  );
});

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(['', 'Berlin', '+01:00', 'Europe/', 'Europe/Berlin ', 'Europe/Atlantis', '../UTC'])(
  '%j is none',
  (name) => expect(isTimeZone(name)).toBe(false),
);

const noon = at('2026-11-20T12:00:00.000Z');
const isAllowed = (date: string, window: object, timeZone = 'UTC', now = noon) => {
  try {
    refuseDateOutsideWindow(date, { timeZone, effectiveDateWindow: window }, now);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'effective_date_outside_window' });
    return false;
  }
};

test('a window of whole days includes both of its ends', () => {
  const window = { days_back: 20, days_ahead: 11 };
  const days = ['2026-10-30', '2026-10-31', '2026-12-01', '2026-12-02'];

  expect(days.map((day) => isAllowed(day, window))).toEqual([false, true, true, false]);
});

test('an end that is not set allows any date on that side', () => {
  expect(isAllowed('0001-01-01', {})).toBe(true);
  expect(isAllowed('9999-12-31', {})).toBe(true);
  expect(isAllowed('0001-01-01', { days_ahead: 0 })).toBe(true);
  expect(isAllowed('9999-12-31', { days_back: 0 })).toBe(true);
  expect(isAllowed('9999-12-31', { days_ahead: 36_500 })).toBe(false);
});

test('a window of no days allows today alone, in the time zone of the tenant', () => {
  const window = { days_back: 0, days_ahead: 0 };
  const evening = at('2026-11-20T22:00:00.000Z');

  expect(isAllowed('2026-11-20', window, 'UTC', evening)).toBe(true);
  expect(isAllowed('2026-11-20', window, 'Africa/Nairobi', evening)).toBe(false);
  expect(isAllowed('2026-11-21', window, 'Africa/Nairobi', evening)).toBe(true);
});

test('days are added across months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
});
