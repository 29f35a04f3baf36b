// The operators of CEL. Integers have 64 bits, as in CEL; an operation with a decimal yields an exact
// decimal.
import type { Budget } from './budget.ts';
import { Decimal } from './decimal.ts';
import { CelFault } from './cel-fault.ts';
import { Duration, Timestamp } from './time.ts';
import { toCelValue, toDecimals, areEqual, isList, isMap, readMember, nameType } from './values.ts';
import type { Value } from './values.ts';

/** The length limit of text and lists that an expression makes. */
const SIZE_MAX = 10_000;

export interface OperationContext {
  readonly budget: Budget;
  readonly offset: number;
}

type CelOperator = (left: Value, right: Value, work: OperationContext) => Value;

/** Requires a CEL `int`: 64 bits with a sign. */
export function requireInt64(value: bigint, { offset }: OperationContext): bigint {
  if (value !== BigInt.asIntN(64, value)) throw new CelFault('integer overflow', offset);
  return value;
}

/** Runs exact arithmetic and turns an overflow into a fault with its position. */
export function runExactly<Result>(work: OperationContext, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new CelFault(error.message, work.offset);
    throw error;
  }
}

function noOverloadFault(
  symbol: string,
  left: Value,
  right: Value,
  { offset }: OperationContext,
): CelFault {
  const hint =
    [left, right].some((value) => typeof value === 'string') &&
    [left, right].some((value) => typeof value === 'bigint')
      ? ' (decimal() makes a number of text)'
      : '';
  return new CelFault(
    `${symbol} cannot take ${nameType(left)} and ${nameType(right)}${hint}`,
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

function arithmetic(symbol: Arithmetic, otherwise?: CelOperator): CelOperator {
  const whole = wholeArithmetic[symbol];
  const exact = exactArithmetic[symbol];
  return (left, right, work) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') {
      if (right === 0n && (symbol === '/' || symbol === '%')) {
        throw new CelFault('division by zero', work.offset);
      }
      return requireInt64(whole(left, right), work);
    }
    const numbers = runExactly(work, () => toDecimals(left, right));
    if (numbers && exact) return runExactly(work, () => exact(...numbers));
    if (otherwise) return otherwise(left, right, work);
    throw noOverloadFault(symbol, left, right, work);
  };
}

const addOperands: CelOperator = (left, right, work) => {
  if (typeof left === 'string' && typeof right === 'string') {
    work.budget.spendOnSize(left.length + right.length, work.offset);
    return requireBoundedSize(left + right, work);
  }
  if (isList(left) && isList(right)) {
    work.budget.spend(left.length + right.length, work.offset);
    return requireBoundedSize([...left, ...right], work);
  }
  const [time, span] = left instanceof Timestamp ? [left, right] : [right, left];
  if (span instanceof Duration && (time instanceof Timestamp || time instanceof Duration)) {
    return shiftTime(time, span.nanos, work);
  }
  throw noOverloadFault('+', left, right, work);
};

const subtractOperands: CelOperator = (left, right, work) => {
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return runExactly(work, () => new Duration(left.nanos - right.nanos));
  }
  if ((left instanceof Timestamp || left instanceof Duration) && right instanceof Duration) {
    return shiftTime(left, -right.nanos, work);
  }
  throw noOverloadFault('-', left, right, work);
};

function shiftTime(time: Timestamp | Duration, nanos: bigint, work: OperationContext): Value {
  return runExactly(work, () =>
    time instanceof Timestamp
      ? new Timestamp(time.nanos + nanos)
      : new Duration(time.nanos + nanos),
  );
}

/** Faults when text or a list is too long. */
export function requireBoundedSize<Sized extends { readonly length: number }>(
  value: Sized,
  { offset }: OperationContext,
): Sized {
  if (value.length > SIZE_MAX) throw new CelFault(`makes more than ${SIZE_MAX} elements`, offset);
  return value;
}

function compareValues(symbol: string, left: Value, right: Value, work: OperationContext): number {
  const numbers = runExactly(work, () => toDecimals(left, right));
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
  throw noOverloadFault(symbol, left, right, work);
}

function compare<Ordered extends string | boolean | bigint>(left: Ordered, right: Ordered): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isContained(needle: Value, within: Value, work: OperationContext): boolean {
  const { budget, offset } = work;
  if (isList(within)) {
    return within.some((item) => areEqual(needle, toCelValue(item, offset), budget, offset));
  }
  if (isMap(within)) return readMember(within, needle) !== undefined;
  throw noOverloadFault('in', needle, within, work);
}

export const celOperators: Readonly<Record<string, CelOperator>> = {
  '+': arithmetic('+', addOperands),
  '-': arithmetic('-', subtractOperands),
  '*': arithmetic('*'),
  '/': arithmetic('/'),
  '%': arithmetic('%'),
  '==': (left, right, { budget, offset }) => areEqual(left, right, budget, offset),
  '!=': (left, right, { budget, offset }) => !areEqual(left, right, budget, offset),
  '<': (left, right, work) => compareValues('<', left, right, work) < 0,
  '<=': (left, right, work) => compareValues('<=', left, right, work) <= 0,
  '>': (left, right, work) => compareValues('>', left, right, work) > 0,
  '>=': (left, right, work) => compareValues('>=', left, right, work) >= 0,
  in: isContained,
};

/** Negates a number. */
export function negateValue(value: Value, work: OperationContext): Value {
  if (typeof value === 'bigint') return requireInt64(-value, work);
  if (value instanceof Decimal) return value.negated();
  throw new CelFault(`- cannot take ${nameType(value)}`, work.offset);
}
