// When a schedule is due: rate(…) and cron(…) of EventBridge Scheduler, in UTC. What it would have to
// guess (L, W, #, at) it refuses, so that no schedule keeps silent here that speaks on AWS.

/** The next time after one, for a schedule that was made at a time; none when there will be none. */
export type NextTime = (after: Date, made: Date) => Date | undefined;

const units: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
const dayMilliseconds = 86_400_000;
/** Between two leap days there are never more. */
const yearsAhead = 8;

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const weekdays = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** Throws a sentence for an expression that nobody here knows. */
export function nextTimeOf(expression: string): NextTime {
  const [, kind, inner = ''] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return everySoOften(inner, expression);
  if (kind === 'cron') return byTheCalendar(inner.split(' '), expression);
  throw new Error(`The local runner does not know the schedule ${expression}.`);
}

function everySoOften(text: string, expression: string): NextTime {
  const [, count = '', unit = ''] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(text) ?? [];
  const interval = Number(count) * (units[unit] ?? Number.NaN);
  if (Number.isNaN(interval)) throw new Error(`${expression} is no rate.`);
  return (after, made) => {
    const passed = Math.max(0, Math.floor((after.getTime() - made.getTime()) / interval));
    return new Date(made.getTime() + (passed + 1) * interval);
  };
}

function byTheCalendar(fields: readonly string[], expression: string): NextTime {
  if (fields.length !== 6) throw new Error(`${expression} has not the six fields of a cron.`);
  const [minute = '', hour = '', date = '', month = '', weekday = '', year = ''] = fields;
  const read = (text: string, first: number, last: number, names: readonly string[] = []) =>
    valuesIn(text, { first, last, names, expression });
  const minutes = [...read(minute, 0, 59)];
  const hours = [...read(hour, 0, 23)];
  const isDay = {
    date: read(date, 1, 31),
    month: read(month, 1, 12, months),
    weekday: read(weekday, 1, 7, weekdays),
    year: read(year, 1970, 2199),
  };
  const fits = (day: Date) =>
    isDay.date.has(day.getUTCDate()) &&
    isDay.month.has(day.getUTCMonth() + 1) &&
    isDay.weekday.has(day.getUTCDay() + 1) &&
    isDay.year.has(day.getUTCFullYear());
  return (after) => {
    const today = Math.floor(after.getTime() / dayMilliseconds) * dayMilliseconds;
    for (let day = 0; day <= yearsAhead * 366; day += 1) {
      const start = today + day * dayMilliseconds;
      if (!fits(new Date(start))) continue;
      const times = hours.flatMap((h) => minutes.map((m) => start + (h * 60 + m) * 60_000));
      const next = times.find((time) => time > after.getTime());
      if (next !== undefined) return new Date(next);
    }
    return undefined;
  };
}

interface Field {
  readonly first: number;
  readonly last: number;
  /** Of the numbers from the first on. */
  readonly names: readonly string[];
  readonly expression: string;
}

// In ascending order.
function valuesIn(text: string, field: Field): Set<number> {
  const values = text.split(',').flatMap((part) => rangeIn(part, field));
  return new Set(values.toSorted((a, b) => a - b));
}

function rangeIn(part: string, { first, last, names, expression }: Field): number[] {
  const [, from = '', to, step] = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
  const numberOf = (text: string) => {
    const named = names.indexOf(text.toUpperCase());
    return named < 0 ? Number(text) : first + named;
  };
  const isAny = from === '*' || from === '?';
  const start = isAny ? first : numberOf(from);
  const open = isAny || step !== undefined ? last : start;
  const end = to === undefined ? open : numberOf(to);
  const by = Number(step ?? 1);
  const isGood = from !== '' && start >= first && end <= last && start <= end && by > 0;
  if (!isGood) throw new Error(`The local runner does not know ${part} in ${expression}.`);
  const count = Math.floor((end - start) / by) + 1;
  return Array.from({ length: count }, (_, index) => start + index * by);
}
