// Periods of lists and exports. A day is a UTC day; a period includes both of its ends.
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { isCalendarDate } from './calendar-dates.ts';

const DAY_MS = 86_400_000;
/** The last millisecond that an ISO time can express with a four-digit year. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** The first one. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
/** The clocks of a caller and of the ledger may differ by this. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** The first and the last millisecond of a period, in UTC; an end that is absent has no limit. */
export interface TimePeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Converts both times to UTC with milliseconds, the form in which the ledger orders entries. Refuses
 * with invalid_period when a time does not exist or `from` is after `to`.
 */
export function parseTimePeriod({ from, to }: { from?: string; to?: string }): TimePeriod {
  const { first, last } = parsePeriodEnds(from, to);
  return {
    ...(first && { from: first.toISOString() }),
    ...(last && { to: last.toISOString() }),
  };
}

/**
 * Returns the interval from the first millisecond of `from` to the first one after `to`. Refuses with
 * invalid_period.
 */
export function parseDayPeriod({ from, to }: { from?: string; to?: string }): {
  from?: Date;
  before?: Date;
} {
  const { first, last } = parsePeriodEnds(from, to);
  return {
    ...(first && { from: first }),
    ...(last && { before: new Date(last.getTime() + DAY_MS) }),
  };
}

/**
 * Converts the instant to UTC with milliseconds, the form in which the ledger orders entries. Refuses
 * with invalid_as_of when it does not exist or has not come.
 */
export function parsePastInstant(text: string, now: Date): string {
  const time = Date.parse(text);
  refuseIf(Number.isNaN(time), 'invalid_as_of', `There is no time as_of=${text}.`);
  refuseIf(
    time > now.getTime() + CLOCK_DIFFERENCE_MS,
    'invalid_as_of',
    `The time as_of=${text} has not come: it is ${now.toISOString()}.`,
  );
  return new Date(Math.max(time, FIRST)).toISOString();
}

/**
 * Returns the accounting dates of a balance: `as_of` is the end of a period without a start, and
 * `today` is the end that is not given. Refuses with invalid_as_of when `as_of` is not alone, and with
 * invalid_period when a date does not exist or `from` is after the end.
 */
export function parseBalancePeriod(
  { as_of: asOf, from, to }: { as_of?: string; from?: string; to?: string },
  today: string,
): { from?: string; to: string } {
  refuseIf(
    asOf !== undefined && (from !== undefined || to !== undefined),
    'invalid_as_of',
    'as_of names the day of the balance: leave out from and to, or as_of.',
  );
  const days = Object.entries({ as_of: asOf, from, to });
  for (const [name, day] of days) {
    const isDay = day === undefined || isCalendarDate(day);
    refuseIf(!isDay, 'invalid_period', `There is no day ${name}=${day}.`);
  }
  const end = asOf ?? to ?? today;
  refuseIf(
    from !== undefined && from > end,
    'invalid_period',
    `The period from=${from} starts after its end, to=${end}.`,
  );
  return { to: end, ...(from !== undefined && { from }) };
}

function parsePeriodEnds(
  from: string | undefined,
  to: string | undefined,
): { first?: Date; last?: Date } {
  const first = from === undefined ? undefined : parseInstant('from', from);
  const last = to === undefined ? undefined : parseInstant('to', to);
  refuseIf(
    first !== undefined && last !== undefined && first > last,
    'invalid_period',
    'The period starts after its end.',
  );
  const start = first === undefined ? undefined : roundStart(first, from, last);
  return {
    ...(start !== undefined && { first: new Date(clampTime(start)) }),
    ...(last !== undefined && { last: new Date(clampTime(last)) }),
  };
}

function parseInstant(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal('invalid_period', `There is no time ${name}=${text}.`);
  return time;
}

// The ledger's times have milliseconds. A start beyond one leaves it out, so that of two periods that adjoin only the
// first has it; a period within one millisecond has that one.
function roundStart(first: number, from = '', last = LAST): number {
  return /\.\d{3}\d*[1-9]/.test(from) ? Math.min(first + 1, last) : first;
}

function clampTime(time: number): number {
  return Math.min(Math.max(time, 0), LAST);
}
