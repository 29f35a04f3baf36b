// The runs of a schedule in words.
import { expect, test } from '@jest/globals';
import { formatDue, formatWait, nameMonth } from '../../../client/schedules/schedule-words.ts';
import { addRetention } from '../../../console/src/pages/export-schedules/run-retention.ts';
import { findLastMonth } from '../../../console/src/values/last-month.ts';

const NOW = new Date('2026-11-23T09:30:20Z');

test.each([
  ['2026-11-23T23:59:00.000Z', 'Today'],
  ['2026-11-24T03:17:00.000Z', 'Tomorrow'],
  ['2026-12-03T03:17:00.000Z', 'In 10 days'],
])('a run that is due at %s is due %j', (due, words) => {
  expect(formatWait(due, NOW, 'en')).toBe(words);
});

test('the months of a schedule have names, and its retention counts from their ends', () => {
  expect(nameMonth('2026-10-01', 'en')).toBe('October 2026');
  expect(addRetention('2026-10-31', 10)).toBe('2036-10-31');
  expect(addRetention('2024-02-29', 10)).toBe('2034-02-28');
});

test('the last month that is over is that before, also in January', () => {
  expect(findLastMonth(NOW)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  const january = new Date('2028-01-31T23:59:59Z');
  expect(findLastMonth(january)).toEqual({ from: '2027-12-01', to: '2027-12-31' });
});

test('a run is due in UTC and in the time zone of the reader', () => {
  const due = '2026-12-03T03:17:00.000Z';
  expect(formatDue(due, 'Europe/Paris')).toBe(
    '2026-12-03 03:17 UTC, 2026-12-03 04:17 Europe/Paris',
  );
  expect(formatDue(due, 'UTC')).toBe('2026-12-03 03:17 UTC');
});
