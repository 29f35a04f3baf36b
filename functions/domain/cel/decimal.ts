// Exact decimal numbers in CEL. CEL itself has only binary floats, which cannot hold 0.10. Here every
// literal with a point and every amount is a fraction of two integers, so that only round() ever rounds.
import { toMinorUnits } from '../values/money.ts';
import type { Money } from '../values/money.ts';

/** More digits than any amount times any rate needs. The limit bounds the work of one operation. */
const DIGITS_MAX = 120;
const LIMIT = 10n ** BigInt(DIGITS_MAX);

const TEXT =
  /^(?<sign>[-+]?)(?<whole>[0-9]*)(?:\.(?<part>[0-9]*))?(?:[eE](?<power>[-+]?[0-9]{1,3}))?$/;

export class Decimal {
  readonly numerator: bigint;
  /** Above zero. */
  readonly denominator: bigint;

  /** Throws RangeError when the number needs more than 120 digits. */
  constructor(numerator: bigint, denominator = 1n) {
    if (numerator >= LIMIT || numerator <= -LIMIT || denominator >= LIMIT) {
      throw new RangeError(`number of more than ${DIGITS_MAX} digits`);
    }
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Returns the exact value of an amount of money. */
  static ofMoney(amount: Money): Decimal {
    return new Decimal(toMinorUnits(amount), 100n);
  }

  /** Parses text such as `1000`, `-0.05` or `1.5e3` exactly; returns undefined for other text. */
  static parse(text: string): Decimal | undefined {
    if (text.length > DIGITS_MAX) return undefined;
    const { sign, whole = '', part = '', power = '0' } = TEXT.exec(text)?.groups ?? {};
    if (sign === undefined || whole + part === '') return undefined;
    const places = part.length - Number(power);
    if (whole.length + part.length + Math.abs(Number(power)) >= DIGITS_MAX) return undefined;
    const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${part}`);
    return places < 0
      ? new Decimal(digits * 10n ** BigInt(-places))
      : new Decimal(digits, 10n ** BigInt(places));
  }

  plus(other: Decimal): Decimal {
    const { numerator: a, denominator: b } = this;
    const { numerator: c, denominator: d } = other;
    return b === d ? new Decimal(a + c, b) : reduceFraction(a * d + c * b, b * d);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    return reduceFraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** Returns the exact quotient. Throws RangeError when the divisor is zero. */
  over({ numerator, denominator }: Decimal): Decimal {
    if (numerator === 0n) throw new RangeError('division by zero');
    const sign = numerator < 0n ? -1n : 1n;
    return reduceFraction(this.numerator * denominator * sign, this.denominator * numerator * sign);
  }

  negated(): Decimal {
    return new Decimal(-this.numerator, this.denominator);
  }

  /**
   * Returns a negative number, zero or a positive number when this is below, equal to or above the
   * other.
   */
  compare(other: Decimal): number {
    const left = this.numerator * other.denominator;
    const right = other.numerator * this.denominator;
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }

  /** Rounds to the given number of places, halves to even (banker's rounding). */
  round(places: number): Decimal {
    const scale = 10n ** BigInt(places);
    const scaled = this.numerator * scale;
    const { denominator } = this;
    const down = floorDivide(scaled, denominator);
    const twice = 2n * (scaled - down * denominator);
    const isUp = twice > denominator || (twice === denominator && down % 2n !== 0n);
    return new Decimal(isUp ? down + 1n : down, scale);
  }

  /** Returns the integer part, rounded towards zero. */
  truncated(): bigint {
    return this.numerator / this.denominator;
  }

  /** Returns the integer value, or undefined when there is a fraction. */
  whole(): bigint | undefined {
    return this.numerator % this.denominator === 0n ? this.truncated() : undefined;
  }

  /**
   * Formats as decimal text with at least two places, as amounts are written. Throws RangeError for a
   * periodic fraction such as 1/3.
   */
  toString(): string {
    const { numerator, denominator } = reduceFraction(this.numerator, this.denominator);
    let places = 2;
    while (10n ** BigInt(places) % denominator !== 0n) {
      if ((places += 1) > DIGITS_MAX) throw new RangeError('number without an end: use round()');
    }
    const digits = (numerator * 10n ** BigInt(places)) / denominator;
    const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
    return `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
  }
}

function reduceFraction(numerator: bigint, denominator: bigint): Decimal {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return a <= 1n
    ? new Decimal(numerator, denominator)
    : new Decimal(numerator / a, denominator / a);
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}
