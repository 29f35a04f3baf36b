// Computes when a schedule is due, from rate(…) and cron(…) of EventBridge Scheduler, in UTC. Expressions
// that are not supported (L, W, #, at) are refused, because a schedule that silently never fired would
// differ from AWS.
import { Cron } from 'croner';

/** The next due time after `after` for a schedule created at `made`; undefined when there is none. */
export type NextTime = (after: Date, made: Date) => Date | undefined;

const UNITS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Throws for an expression that is not supported. */
export function parseScheduleExpression(expression: string): NextTime {
  const [, kind, inner = ''] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return parseRate(inner, expression);
  if (kind === 'cron') return parseCron(inner.split(' '), expression);
  throw new Error(`The local runner does not support the schedule ${expression}.`);
}

function parseRate(text: string, expression: string): NextTime {
  const [, count = '', unit = ''] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(text) ?? [];
  const interval = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(interval)) throw new Error(`${expression} is not a valid rate.`);
  return (after, made) => {
    const passed = Math.max(0, Math.floor((after.getTime() - made.getTime()) / interval));
    return new Date(made.getTime() + (passed + 1) * interval);
  };
}

// The values that Scheduler accepts in each field, from minutes to years. croner is more lenient: it
// reads weekday 8 as Sunday, and accepts hour 24/2, which never fires.
const FIELDS = [
  /^([*?]|[0-5]?\d)$/,
  /^([*?]|[01]?\d|2[0-3])$/,
  /^([*?]|0?[1-9]|[12]\d|3[01])$/,
  /^([*?]|0?[1-9]|1[0-2]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)$/i,
  /^([*?]|0?[1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)$/i,
  /^([*?]|19[7-9]\d|2[01]\d\d)$/,
];

// Scheduler numbers weekdays 1 to 7 from Sunday, and reads 5/10 as every tenth value from 5.
const DIALECT = {
  timezone: 'UTC',
  mode: '7-part',
  alternativeWeekdays: true,
  sloppyRanges: true,
  domAndDow: true,
} as const;

function parseCron(texts: readonly string[], expression: string): NextTime {
  const valuesIn = (text = '') => text.replaceAll(/\/\d+/g, '').split(/[,-]/);
  const isKnown =
    texts.length === FIELDS.length &&
    FIELDS.every((field, index) => valuesIn(texts[index]).every((value) => field.test(value)));
  if (!isKnown) throw new Error(`The local runner does not support the schedule ${expression}.`);
  // Scheduler counts steps of years from 1970, croner from 0.
  const pattern = texts.join(' ').replaceAll(/[*?](?=\/\d+(,\S*)?$)/g, '1970');
  const cron = new Cron(`0 ${pattern}`, DIALECT);
  return (after) => cron.nextRun(after) ?? undefined;
}
