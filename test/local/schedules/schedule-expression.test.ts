// Compares the times of a cron expression with a calendar counted day by day.
import { expect, test } from '@jest/globals';
import { parseScheduleExpression } from '../../../local/schedules/schedule-expression.ts';
import { fc } from '../../support/nouns/properties.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** A field of the expression and the values that it matches. */
interface CronField {
  readonly text: string;
  readonly values: ReadonlySet<number>;
}

const span = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

function part(first: number, last: number, names: readonly string[]): fc.Arbitrary<CronField> {
  const name = (value: number) => names[value - first] ?? String(value);
  const step = fc.integer({ min: 1, max: Math.min(last - first + 1, 12) });
  const range = fc
    .tuple(fc.integer({ min: first, max: last }), fc.integer({ min: first, max: last }))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  const field = (text: string, values: readonly number[]) => ({ text, values: new Set(values) });
  return fc.oneof(
    fc.constantFrom('*', '?').map((text) => field(text, span(first, last))),
    range.map(([value]) => field(String(value), [value])),
    range.map(([from, to]) => field(`${name(from)}-${name(to)}`, span(from, to))),
    fc
      .tuple(range, step)
      .map(([[from, to], by]) => field(`${from}-${to}/${by}`, span(from, to, by))),
    fc.tuple(range, step).map(([[from], by]) => field(`${from}/${by}`, span(from, last, by))),
    step.map((by) => field(`*/${by}`, span(first, last, by))),
  );
}

function list(first: number, last: number, names: readonly string[] = []): fc.Arbitrary<CronField> {
  return fc.array(part(first, last, names), { minLength: 1, maxLength: 3 }).map((parts) => ({
    text: parts.map(({ text }) => text).join(','),
    values: new Set(parts.flatMap(({ values }) => [...values])),
  }));
}

const anyDay: CronField = { text: '?', values: new Set(span(1, 31)) };
const everyYear: CronField = { text: '*', values: new Set(span(1970, 2199)) };

/** Minute, hour, date, month, weekday and year; Scheduler takes a date or a weekday, never both. */
const fieldsOfCron = fc
  .tuple(
    list(0, 59),
    list(0, 23),
    fc.oneof(
      list(1, 31).map((date) => [date, anyDay] as const),
      list(1, 7, WEEKDAYS).map((weekday) => [anyDay, weekday] as const),
    ),
    list(1, 12, MONTHS),
    fc.oneof(list(1970, 2199), fc.constant(everyYear)),
  )
  .map(([minute, hour, [date, weekday], month, year]) => [
    minute,
    hour,
    date,
    month,
    weekday,
    year,
  ]);

function countedTime(fields: readonly CronField[], after: number): string | undefined {
  const [minute, hour, date, month, weekday, year] = fields.map(({ values }) => values);
  const isDay = (day: Date) =>
    year?.has(day.getUTCFullYear()) &&
    month?.has(day.getUTCMonth() + 1) &&
    date?.has(day.getUTCDate()) &&
    weekday?.has(day.getUTCDay() + 1);
  const isMinute = (time: Date) =>
    hour?.has(time.getUTCHours()) && minute?.has(time.getUTCMinutes());
  for (let day = Math.floor(after / DAY) * DAY; day < Date.UTC(2200, 0); day += DAY) {
    if (!isDay(new Date(day))) continue;
    for (let time = day; time < day + DAY; time += MINUTE) {
      if (time > after && isMinute(new Date(time))) return new Date(time).toISOString();
    }
  }
  return undefined;
}

test('a cron expression is due at the first minute that matches all fields', () => {
  const [min, max] = [new Date('2026-01-01'), new Date('2031-01-01')];
  fc.assert(
    fc.property(fieldsOfCron, fc.date({ min, max, noInvalidDate: true }), (fields, after) => {
      const expression = `cron(${fields.map(({ text }) => text).join(' ')})`;
      const next = parseScheduleExpression(expression)(after, after);
      expect(next?.toISOString()).toBe(countedTime(fields, after.getTime()));
    }),
    { numRuns: 300 },
  );
});

const made = new Date('2026-01-01T00:00:00Z');

test.each([
  ['cron(0 0 ? * 1 *)', '2026-01-04T00:00:00.000Z'],
  ['cron(0 0 ? * 7 *)', '2026-01-03T00:00:00.000Z'],
  ['cron(0 0 ? jan sun *)', '2026-01-04T00:00:00.000Z'],
  ['cron(5/25 0 * * ? *)', '2026-01-01T00:05:00.000Z'],
  ['cron(0 0 13 * FRI *)', '2026-02-13T00:00:00.000Z'],
  ['cron(0 0 1 1 ? */3)', '2027-01-01T00:00:00.000Z'],
  ['cron(0 0 31 FEB ? *)', undefined],
  ['cron(0 0 1 AUG ? 2040)', '2040-08-01T00:00:00.000Z'],
  ['cron(59 23 31 12 ? 2199)', '2199-12-31T23:59:00.000Z'],
  ['cron(0 0 1 1 ? 1970)', undefined],
])('%s is next due at %s', (expression, wanted) => {
  expect(parseScheduleExpression(expression)(made, made)?.toISOString()).toBe(wanted);
});

test.each([
  'cron(0 0 L * ? *)',
  'cron(0 0 LW * ? *)',
  'cron(0 0 15W * ? *)',
  'cron(0 0 ? * 6L *)',
  'cron(0 0 ? * L *)',
  'cron(0 0 ? * FRI#2 *)',
  'cron(0 0 ? * 0 *)',
  'cron(0 0 ? * 8 *)',
  'cron(0 0 ? * MON-8 *)',
  'cron(0 24/2 * * ? *)',
  'cron(60 0 * * ? *)',
  'cron(0 0 32 * ? *)',
  'cron(0 0 ? 13 * *)',
  'cron(0 0 ? MON * *)',
  'cron(0 0 1 1 ? 1969)',
  'cron(0 0 1 1 ? 2200)',
  'cron(5-4 0 * * ? *)',
  'cron(*/0 0 * * ? *)',
  'cron(1,,2 0 * * ? *)',
  'cron(+1 0 * * ? *)',
  'cron(5/ 0 * * ? *)',
  'cron(5/2/3 0 * * ? *)',
  'cron(5/2-7 0 * * ? *)',
  'cron(0/70 0 * * ? *)',
  'cron(*-5 0 * * ? *)',
  'cron(0  0 * * ? *)',
  'cron(0 0 * * ?)',
  'cron(0 0 0 * * ? *)',
  'cron(@daily)',
  'cron()',
  'rate(1 week)',
  'rate(-1 days)',
  'at(2026-01-01T00:00:00)',
])('refuses %s', (expression) => {
  expect(() => parseScheduleExpression(expression)).toThrow();
});
