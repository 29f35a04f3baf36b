// The balance of a general-ledger account at the end of each day, month or year of a period.
import { Refusal } from '../refusals/refusals.ts';
import { isCalendarDate } from '../values/calendar-dates.ts';
import { addDays } from '../values/calendar-periods.ts';
import { computeBalance, subtractCounter } from './ledger-counters.ts';
import type { Counter } from './ledger-counters.ts';
import { listRowRanges, sumBefore, sumThrough, sumThroughLevel } from './trial-balance.ts';
import type { LedgerRows, LedgerSubject, RowRange } from './trial-balance.ts';

export type BalanceInterval = 'day' | 'month' | 'year';

/** The days of a leap year. */
const POINTS_MAX = 366;

/** A period and how it is divided; both days are accounting dates. */
export interface DividedPeriod {
  readonly from: string;
  readonly to: string;
  readonly interval: BalanceInterval;
}

/** The movement in one part of the period; amounts in minor units. */
export interface BalancePoint {
  readonly from: string;
  readonly to: string;
  readonly debits: bigint;
  readonly credits: bigint;
  /** The balance at the end of `to`. */
  readonly closing: bigint;
}

export interface BalanceSeries {
  readonly currency: string;
  /** The balance before the period. */
  readonly opening: bigint;
  readonly points: readonly BalancePoint[];
}

/**
 * The last days of the parts, in order: the first and the last part may be shorter than the others. Refuses
 * with invalid_request a period of more than 366 parts.
 */
export function listPartEnds({ from, to, interval }: DividedPeriod): string[] {
  const ends: string[] = [];
  for (let start = from; start <= to;) {
    const whole = findPartEnd(start, interval);
    const end = whole < to ? whole : to;
    ends.push(end);
    if (ends.length > POINTS_MAX) {
      const fault = `query parameter interval must be longer: the period has more than ${POINTS_MAX} ${interval}s`;
      throw new Refusal('invalid_request', [fault]);
    }
    if (end === to) break;
    start = addDays(end, 1);
  }
  return ends;
}

function findPartEnd(day: string, interval: BalanceInterval): string {
  if (interval === 'day') return day;
  if (interval === 'year') return `${day.slice(0, 4)}-12-31`;
  const days = ['31', '30', '29', '28'].map((last) => `${day.slice(0, 7)}-${last}`);
  return days.find(isCalendarDate) ?? day;
}

/** The rows that the parts need, besides those of all years: of whole months and years no days. */
export function listPartRanges(period: DividedPeriod): RowRange[] {
  const { from, to, interval } = period;
  const ends = listPartEnds(period);
  if (interval === 'day') return listRowRanges([from, ...ends]);
  const limits = listRowRanges([from, to]);
  if (interval === 'year') return limits;
  const years = new Set(ends.map((end) => end.slice(0, 4)));
  const known = new Set(limits.map(({ level, within }) => `${level} ${within}`));
  const others = [...years].filter((year) => !known.has(`months ${year}`));
  return [...limits, ...others.map((within): RowRange => ({ level: 'months', within }))];
}

/** The balances of the account over the period; undefined if nothing happened up to its end. */
export function computeSeries(
  rows: LedgerRows,
  subject: LedgerSubject,
  period: DividedPeriod,
): BalanceSeries | undefined {
  const { from, to, interval } = period;
  if (sumThrough(rows, subject, to).lines === 0n) return undefined;
  const before = sumBefore(rows, subject, from);
  const points: BalancePoint[] = [];
  let [start, passed] = [from, before];
  for (const end of listPartEnds(period)) {
    const through =
      end === to ? sumThrough(rows, subject, to) : sumPart(rows, subject, end, interval);
    points.push({ from: start, to: end, ...toMovement(through, passed) });
    [start, passed] = [addDays(end, 1), through];
  }
  return { currency: subject.currency, opening: computeBalance(before), points };
}

function sumPart(
  rows: LedgerRows,
  subject: LedgerSubject,
  end: string,
  interval: BalanceInterval,
): Counter {
  if (interval === 'day') return sumThrough(rows, subject, end);
  return sumThroughLevel(rows, subject, end, interval === 'month' ? 'months' : 'years');
}

function toMovement(through: Counter, before: Counter) {
  const { debits, credits } = subtractCounter(through, before);
  return { debits, credits, closing: computeBalance(through) };
}
