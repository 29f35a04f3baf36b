// Periods of lists, exports and balances: their ends, and what is refused.
import { expect, test } from '@jest/globals';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import {
  parseBalancePeriod,
  parseDayPeriod,
  parsePastInstant,
  parseTimePeriod,
} from '../../../functions/domain/values/periods.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

/** The code and the message of the refusal. */
function refusalOf(act: () => unknown): { readonly code: string; readonly message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('a period of times is written in UTC, to the millisecond', () => {
  expect(
    parseTimePeriod({ from: '2026-01-01T01:00:00+01:00', to: '2026-01-31T23:59:59Z' }),
  ).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T23:59:59.000Z' });
});

test('of two periods that adjoin within a millisecond, only the first has it', () => {
  const to = '2026-01-31T23:59:59.123456+01:00';
  const from = '2026-01-31T23:59:59.123457+01:00';

  expect(parseTimePeriod({ to })).toEqual({ to: '2026-01-31T22:59:59.123Z' });
  expect(parseTimePeriod({ from })).toEqual({ from: '2026-01-31T22:59:59.124Z' });
  expect(parseTimePeriod({ from: to, to: from })).toEqual({
    from: '2026-01-31T22:59:59.123Z',
    to: '2026-01-31T22:59:59.123Z',
  });
  expect(parseTimePeriod({ from: '2026-01-01T00:00:00.0010000Z' })).toEqual({
    from: '2026-01-01T00:00:00.001Z',
  });
});

test('an end that is absent has no limit', () => {
  expect(parseTimePeriod({})).toEqual({});
  expect(parseTimePeriod({ from: '2026-01-01T00:00:00Z' })).toEqual({
    from: '2026-01-01T00:00:00.000Z',
  });
  expect(parseTimePeriod({ to: '2026-01-01T00:00:00Z' })).toEqual({
    to: '2026-01-01T00:00:00.000Z',
  });
  expect(parseDayPeriod({})).toEqual({});
});

test('a period may be one instant, and must not start after its end', () => {
  const at = '2026-01-01T00:00:00.000Z';

  expect(parseTimePeriod({ from: at, to: at })).toEqual({ from: at, to: at });
  expect(refusalOf(() => parseTimePeriod({ from: '2026-01-01T00:00:00.001Z', to: at }))).toEqual({
    code: 'invalid_period',
    message: 'The period starts after its end.',
  });
});

test('a time that does not exist is named', () => {
  expect(refusalOf(() => parseTimePeriod({ from: '2026-13-01T00:00:00Z' }))).toEqual({
    code: 'invalid_period',
    message: 'There is no time from=2026-13-01T00:00:00Z.',
  });
  expect(refusalOf(() => parseTimePeriod({ to: 'yesterday' }))).toEqual({
    code: 'invalid_period',
    message: 'There is no time to=yesterday.',
  });
});

test('times outside of what the ledger can hold are moved to its ends', () => {
  expect(
    parseTimePeriod({ from: '-000001-01-01T00:00:00Z', to: '+010000-01-01T00:00:00Z' }),
  ).toEqual({ from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' });
});

test('a period of days ends before the day after its last one', () => {
  expect(parseDayPeriod({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: new Date('2026-02-28T00:00:00.000Z'),
    before: new Date('2026-03-01T00:00:00.000Z'),
  });
});

test('a past instant is one that has come, by clocks that differ by up to a minute', () => {
  expect(parsePastInstant('2026-06-01T14:00:00+02:00', NOW)).toBe('2026-06-01T12:00:00.000Z');
  expect(parsePastInstant('2026-06-01T12:01:00.000Z', NOW)).toBe('2026-06-01T12:01:00.000Z');
  expect(refusalOf(() => parsePastInstant('2026-06-01T12:01:00.001Z', NOW))).toEqual({
    code: 'invalid_as_of',
    message:
      'The time as_of=2026-06-01T12:01:00.001Z has not come: it is 2026-06-01T12:00:00.000Z.',
  });
  expect(refusalOf(() => parsePastInstant('soon', NOW))).toEqual({
    code: 'invalid_as_of',
    message: 'There is no time as_of=soon.',
  });
  expect(parsePastInstant('-000001-06-01T00:00:00Z', NOW)).toBe('0000-01-01T00:00:00.000Z');
});

test('a balance is of today, of the day as_of, or of a period', () => {
  expect(parseBalancePeriod({}, '2026-06-01')).toEqual({ to: '2026-06-01' });
  expect(parseBalancePeriod({ as_of: '2026-05-31' }, '2026-06-01')).toEqual({ to: '2026-05-31' });
  expect(parseBalancePeriod({ to: '2026-05-30' }, '2026-06-01')).toEqual({ to: '2026-05-30' });
  expect(parseBalancePeriod({ from: '2026-06-01' }, '2026-06-01')).toEqual({
    from: '2026-06-01',
    to: '2026-06-01',
  });
});

test('as_of stands alone', () => {
  const refusal = {
    code: 'invalid_as_of',
    message: 'as_of names the day of the balance: leave out from and to, or as_of.',
  };
  for (const other of [{ from: '2026-01-01' }, { to: '2026-01-01' }]) {
    expect(
      refusalOf(() => parseBalancePeriod({ as_of: '2026-01-01', ...other }, '2026-06-01')),
    ).toEqual(refusal);
  }
});

test.each([
  [{ as_of: '2026-02-29' }, 'There is no day as_of=2026-02-29.'],
  [{ from: '2026-02-29' }, 'There is no day from=2026-02-29.'],
  [{ to: '2026-02-29' }, 'There is no day to=2026-02-29.'],
  [
    { from: '2026-03-02', to: '2026-03-01' },
    'The period from=2026-03-02 starts after its end, to=2026-03-01.',
  ],
  [{ from: '2026-06-02' }, 'The period from=2026-06-02 starts after its end, to=2026-06-01.'],
])('a balance of %j is refused', (period, message) => {
  expect(refusalOf(() => parseBalancePeriod(period, '2026-06-01'))).toEqual({
    code: 'invalid_period',
    message,
  });
});
