// The operators of CEL. Whole numbers have 64 bits, as in CEL; anything that meets a decimal becomes
// one and is exact.
import type { Budget } from './budget.ts';
import { Decimal } from './decimal.ts';
import { CelFault } from './fault.ts';
import { Duration, Timestamp } from './time.ts';
import { adopt, asDecimals, equal, isList, isMap, memberOf, typeName } from './values.ts';
import type { Value } from './values.ts';

/** Longer text or lists than this no expression may make. */
const SIZE_MAX = 10_000;

export interface Work {
  readonly budget: Budget;
  readonly offset: number;
}

type Operator = (left: Value, right: Value, work: Work) => Value;

/** An `int` of CEL: 64 bits with a sign. */
export function int(value: bigint, { offset }: Work): bigint {
  if (value !== BigInt.asIntN(64, value)) throw new CelFault('integer overflow', offset);
  return value;
}

/** Runs exact arithmetic, telling where it went out of bounds. */
export function exactly<Result>(work: Work, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new CelFault(error.message, work.offset);
    throw error;
  }
}

function noOverload(symbol: string, left: Value, right: Value, { offset }: Work): CelFault {
  const hint =
    [left, right].some((value) => typeof value === 'string') &&
    [left, right].some((value) => typeof value === 'bigint')
      ? ' (decimal() makes a number of text)'
      : '';
  return new CelFault(
    `${symbol} cannot take ${typeName(left)} and ${typeName(right)}${hint}`,
    offset,
  );
}

type Arithmetic = '+' | '-' | '*' | '/' | '%';

const wholeArithmetic: Readonly<Record<Arithmetic, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

const exactArithmetic: Readonly<Partial<Record<Arithmetic, (a: Decimal, b: Decimal) => Decimal>>> =
  {
    '+': (a, b) => a.plus(b),
    '-': (a, b) => a.minus(b),
    '*': (a, b) => a.times(b),
    '/': (a, b) => a.over(b),
  };

function arithmetic(symbol: Arithmetic, otherwise?: Operator): Operator {
  const whole = wholeArithmetic[symbol];
  const exact = exactArithmetic[symbol];
  return (left, right, work) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') {
      if (right === 0n && (symbol === '/' || symbol === '%')) {
        throw new CelFault('division by zero', work.offset);
      }
      return int(whole(left, right), work);
    }
    const numbers = exactly(work, () => asDecimals(left, right));
    if (numbers && exact) return exactly(work, () => exact(...numbers));
    if (otherwise) return otherwise(left, right, work);
    throw noOverload(symbol, left, right, work);
  };
}

const join: Operator = (left, right, work) => {
  if (typeof left === 'string' && typeof right === 'string') {
    work.budget.spendOnSize(left.length + right.length, work.offset);
    return bounded(left + right, work);
  }
  if (isList(left) && isList(right)) {
    work.budget.spend(left.length + right.length, work.offset);
    return bounded([...left, ...right], work);
  }
  const [time, span] = left instanceof Timestamp ? [left, right] : [right, left];
  if (span instanceof Duration && (time instanceof Timestamp || time instanceof Duration)) {
    return shifted(time, span.nanos, work);
  }
  throw noOverload('+', left, right, work);
};

const apart: Operator = (left, right, work) => {
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return exactly(work, () => new Duration(left.nanos - right.nanos));
  }
  if ((left instanceof Timestamp || left instanceof Duration) && right instanceof Duration) {
    return shifted(left, -right.nanos, work);
  }
  throw noOverload('-', left, right, work);
};

function shifted(time: Timestamp | Duration, nanos: bigint, work: Work): Value {
  return exactly(work, () =>
    time instanceof Timestamp
      ? new Timestamp(time.nanos + nanos)
      : new Duration(time.nanos + nanos),
  );
}

/** Faults when text or a list has become too long. */
export function bounded<Sized extends { readonly length: number }>(
  value: Sized,
  { offset }: Work,
): Sized {
  if (value.length > SIZE_MAX) throw new CelFault(`makes more than ${SIZE_MAX} elements`, offset);
  return value;
}

function order(symbol: string, left: Value, right: Value, work: Work): number {
  const numbers = exactly(work, () => asDecimals(left, right));
  if (numbers) return numbers[0].compare(numbers[1]);
  if (typeof left === 'string' && typeof right === 'string') {
    work.budget.spendOnSize(Math.min(left.length, right.length), work.offset);
    return compare(left, right);
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return compare(left, right);
  if (left instanceof Timestamp && right instanceof Timestamp)
    return compare(left.nanos, right.nanos);
  if (left instanceof Duration && right instanceof Duration)
    return compare(left.nanos, right.nanos);
  throw noOverload(symbol, left, right, work);
}

function compare<Ordered extends string | boolean | bigint>(left: Ordered, right: Ordered): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isIn(needle: Value, within: Value, work: Work): boolean {
  const { budget, offset } = work;
  if (isList(within)) {
    return within.some((item) => equal(needle, adopt(item, offset), budget, offset));
  }
  if (isMap(within)) return memberOf(within, needle) !== undefined;
  throw noOverload('in', needle, within, work);
}

export const operators: Readonly<Record<string, Operator>> = {
  '+': arithmetic('+', join),
  '-': arithmetic('-', apart),
  '*': arithmetic('*'),
  '/': arithmetic('/'),
  '%': arithmetic('%'),
  '==': (left, right, { budget, offset }) => equal(left, right, budget, offset),
  '!=': (left, right, { budget, offset }) => !equal(left, right, budget, offset),
  '<': (left, right, work) => order('<', left, right, work) < 0,
  '<=': (left, right, work) => order('<=', left, right, work) <= 0,
  '>': (left, right, work) => order('>', left, right, work) > 0,
  '>=': (left, right, work) => order('>=', left, right, work) >= 0,
  in: isIn,
};

/** Minus a number. */
export function negate(value: Value, work: Work): Value {
  if (typeof value === 'bigint') return int(-value, work);
  if (value instanceof Decimal) return value.negated();
  throw new CelFault(`- cannot take ${typeName(value)}`, work.offset);
}
