// Timestamps and durations in CEL, exact to the nanosecond, always in UTC.

const NANOS = 1_000_000_000n;
const DAY = 86_400n;

/** CEL's range: the years 1 to 9999. */
const FIRST_INSTANT = BigInt(Date.parse('0001-01-01T00:00:00Z')) * 1_000_000n;
const LAST_INSTANT = BigInt(Date.parse('9999-12-31T23:59:59Z')) * 1_000_000n + NANOS - 1n;
/** A duration has 64 bits of nanoseconds: about 292 years. */
const SPAN_MAX = 2n ** 63n - 1n;

const STAMP =
  /^(?<clock>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(?<part>\d{1,9}))?(?<zone>Z|[-+]\d{2}:\d{2})$/;

export class Timestamp {
  /** Nanoseconds since 1970. */
  readonly nanos: bigint;

  /** Throws RangeError outside the years 1 to 9999. */
  constructor(nanos: bigint) {
    if (nanos < FIRST_INSTANT || nanos > LAST_INSTANT)
      throw new RangeError('time outside the years 1 to 9999');
    this.nanos = nanos;
  }

  static ofDate(date: Date): Timestamp {
    return new Timestamp(BigInt(date.getTime()) * 1_000_000n);
  }

  /** Parses RFC 3339 text; returns undefined for other text and for days that do not exist. */
  static parse(text: string): Timestamp | undefined {
    const { clock, part = '', zone = '' } = STAMP.exec(text)?.groups ?? {};
    const millis = clock === undefined ? NaN : Date.parse(`${clock}${zone}`);
    if (clock === undefined || Number.isNaN(millis)) return undefined;
    if (new Date(`${clock}Z`).toISOString().slice(0, 19) !== clock) return undefined;
    return new Timestamp(BigInt(millis) * 1_000_000n + BigInt(part.padEnd(9, '0')));
  }

  /** Returns the time as a Date, cut to milliseconds. */
  date(): Date {
    return new Date(Number((this.nanos - floorModulo(this.nanos, 1_000_000n)) / 1_000_000n));
  }

  toString(): string {
    const seconds = this.date().toISOString().slice(0, 19);
    const part = floorModulo(this.nanos, NANOS).toString().padStart(9, '0').replace(/0+$/, '');
    return part === '' ? `${seconds}Z` : `${seconds}.${part}Z`;
  }
}

const UNITS: Readonly<Record<string, bigint>> = {
  h: 3_600n * NANOS,
  m: 60n * NANOS,
  s: NANOS,
  ms: 1_000_000n,
  us: 1_000n,
  ns: 1n,
};

export class Duration {
  readonly nanos: bigint;

  /** Throws RangeError beyond about 292 years. */
  constructor(nanos: bigint) {
    if (nanos > SPAN_MAX || nanos < -SPAN_MAX) throw new RangeError('span of more than 292 years');
    this.nanos = nanos;
  }

  /** Parses text such as `1h30m` or `-0.5s`; returns undefined for other text. */
  static parse(text: string): Duration | undefined {
    if (text.length > 64 || !/^[-+]?(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+$/.test(text))
      return undefined;
    let nanos = 0n;
    for (const [, digits = '', part = '', unit = ''] of text.matchAll(
      /(\d+)(?:\.(\d+))?([a-z]+)/g,
    )) {
      const size = UNITS[unit] ?? 0n;
      nanos += BigInt(digits) * size + (BigInt(`0${part}`) * size) / 10n ** BigInt(part.length);
    }
    return new Duration(text.startsWith('-') ? -nanos : nanos);
  }

  toString(): string {
    const size = this.nanos < 0n ? -this.nanos : this.nanos;
    const part = (size % NANOS).toString().padStart(9, '0').replace(/0+$/, '');
    return `${this.nanos < 0n ? '-' : ''}${size / NANOS}${part && `.${part}`}s`;
  }
}

type TimeReadings<Time> = Readonly<Record<string, (time: Time) => bigint>>;

/** The methods of a timestamp. Months and days of the week and year count from 0, as in CEL. */
export const timestampReadings: TimeReadings<Timestamp> = {
  getFullYear: (time) => BigInt(time.date().getUTCFullYear()),
  getMonth: (time) => BigInt(time.date().getUTCMonth()),
  getDate: (time) => BigInt(time.date().getUTCDate()),
  getDayOfMonth: (time) => BigInt(time.date().getUTCDate()) - 1n,
  getDayOfWeek: (time) => BigInt(time.date().getUTCDay()),
  getDayOfYear: (time) => computeDayOfYear(time.date()),
  getHours: (time) => BigInt(time.date().getUTCHours()),
  getMinutes: (time) => BigInt(time.date().getUTCMinutes()),
  getSeconds: (time) => BigInt(time.date().getUTCSeconds()),
  getMilliseconds: (time) => BigInt(time.date().getUTCMilliseconds()),
};

export const durationReadings: TimeReadings<Duration> = {
  getHours: ({ nanos }) => nanos / (3_600n * NANOS),
  getMinutes: ({ nanos }) => nanos / (60n * NANOS),
  getSeconds: ({ nanos }) => nanos / NANOS,
  getMilliseconds: ({ nanos }) => (nanos / 1_000_000n) % 1_000n,
};

function computeDayOfYear(date: Date): bigint {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return BigInt(date.getTime() - start.getTime()) / 1_000n / DAY;
}

function floorModulo(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}
