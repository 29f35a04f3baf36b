// Periods of lists and exports. A day is a UTC day; both ends are included.
import { Refusal, refuseIf } from './refusals.ts';

const DAY_MS = 86_400_000;
/** The last millisecond that an ISO time writes with a four-digit year. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The times as UTC with milliseconds, the form in which the ledger orders entries.
 * Refuses with invalid_period when a time does not exist or `from` is after `to`.
 */
export function timePeriod({ from, to }: { from?: string; to?: string }): {
  from?: string;
  to?: string;
} {
  const first = from === undefined ? undefined : instant('from', from);
  const last = to === undefined ? undefined : instant('to', to);
  refuseReversed(first, last);
  return {
    ...(first && { from: first.toISOString() }),
    ...(last && { to: last.toISOString() }),
  };
}

/** The first millisecond of `from` and the first one after `to`, as dayPeriod of an interval. */
export function dayPeriod({ from, to }: { from?: string; to?: string }): {
  from?: Date;
  before?: Date;
} {
  const first = from === undefined ? undefined : instant('from', from);
  const last = to === undefined ? undefined : instant('to', to);
  refuseReversed(first, last);
  return {
    ...(first && { from: first }),
    ...(last && { before: new Date(last.getTime() + DAY_MS) }),
  };
}

function instant(name: string, text: string): Date {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal('invalid_period', `There is no time ${name}=${text}.`);
  return new Date(Math.min(Math.max(time, 0), LAST));
}

function refuseReversed(first: Date | undefined, last: Date | undefined): void {
  refuseIf(
    first !== undefined && last !== undefined && first > last,
    'invalid_period',
    'The period begins after its end.',
  );
}
