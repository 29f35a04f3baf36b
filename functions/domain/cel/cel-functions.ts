// The functions that an expression may call. Compilation rejects every other name. `matches` is left out
// on purpose: a regular expression may take unbounded time.
import { Decimal } from './decimal.ts';
import { CelFault } from './cel-fault.ts';
import { requireBoundedSize, runExactly, requireInt64 } from './cel-operators.ts';
import type { OperationContext } from './cel-operators.ts';
import { Duration, durationReadings, Timestamp, timestampReadings } from './time.ts';
import { toDecimals, isList, isMap, listKeys, nameType } from './values.ts';
import type { Value } from './values.ts';

/** The maximum number of decimal places of `round`. */
const PLACES_MAX = 20n;

export interface CelFunction {
  /** The number of arguments; for a method, the receiver counts as the first. */
  readonly arity: number;
  readonly call: (args: readonly Value[], work: OperationContext, name: string) => Value;
}

type UnaryFunction = (value: Value, work: OperationContext) => Value | undefined;

function argumentTypeFault(
  name: string,
  values: readonly Value[],
  { offset }: OperationContext,
): CelFault {
  const types = values.map(nameType).join(', ');
  return new CelFault(`${name}() cannot take ${types}`, offset);
}

/** Builds a function of one value that faults when `run` returns undefined. */
function buildUnary(run: UnaryFunction): CelFunction {
  return {
    arity: 1,
    call: (args, work, name) => {
      const [value = null] = args;
      const result = runExactly(work, () => run(value, work));
      if (result === undefined) throw argumentTypeFault(name, args, work);
      return result;
    },
  };
}

/** Builds a method of text that searches it for other text. */
function buildTextSearch(run: (text: string, sought: string) => boolean): CelFunction {
  return {
    arity: 2,
    call: (args, work, name) => {
      const [text, sought] = args;
      if (typeof text !== 'string' || typeof sought !== 'string')
        throw argumentTypeFault(name, args, work);
      work.budget.spendOnSize(text.length + sought.length, work.offset);
      return run(text, sought);
    },
  };
}

/** Builds a function of two numbers that returns the one that comes first in the order. */
function buildExtreme(isFirst: (order: number) => boolean): CelFunction {
  return {
    arity: 2,
    call: (args, work, name) => {
      const [left = null, right = null] = args;
      const numbers = toDecimals(left, right);
      if (!numbers) throw argumentTypeFault(name, args, work);
      const isWhole = typeof left === 'bigint' && typeof right === 'bigint';
      const [first, other] = isWhole ? [left, right] : numbers;
      return isFirst(numbers[0].compare(numbers[1])) ? first : other;
    },
  };
}

const size = buildUnary((value, work) => {
  if (typeof value === 'string') {
    work.budget.spendOnSize(value.length, work.offset);
    let characters = 0n;
    for (const _ of value) characters += 1n;
    return characters;
  }
  if (isList(value)) return BigInt(value.length);
  return isMap(value) ? BigInt(listKeys(value, work.budget, work.offset).length) : undefined;
});

const round: CelFunction = {
  arity: 2,
  call: (args, work, name) => {
    const [value, places] = args;
    const number = typeof value === 'bigint' ? new Decimal(value) : value;
    const isFit = typeof places === 'bigint' && places >= 0n && places <= PLACES_MAX;
    if (!(number instanceof Decimal) || !isFit) throw argumentTypeFault(name, args, work);
    return runExactly(work, () => number.round(Number(places)));
  },
};

const toInt = buildUnary((value, work) => {
  if (value instanceof Decimal) return requireInt64(value.truncated(), work);
  if (value instanceof Timestamp) return value.nanos / 1_000_000_000n;
  if (typeof value === 'string')
    return /^[-+]?\d{1,19}$/.test(value) ? requireInt64(BigInt(value), work) : undefined;
  return typeof value === 'bigint' ? value : undefined;
});

const toDecimal = buildUnary((value) => {
  if (typeof value === 'string') return Decimal.parse(value);
  if (typeof value === 'bigint') return new Decimal(value);
  return value instanceof Decimal ? value : undefined;
});

const toText = buildUnary((value) =>
  isMap(value) || isList(value) || value === null ? undefined : String(value),
);

const toBool = buildUnary((value) => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (['1', 't', 'true', 'TRUE', 'True'].includes(value)) return true;
  return ['0', 'f', 'false', 'FALSE', 'False'].includes(value) ? false : undefined;
});

const toTimestamp = buildUnary((value) => {
  if (typeof value === 'string') return Timestamp.parse(value);
  if (typeof value === 'bigint') return new Timestamp(value * 1_000_000_000n);
  return value instanceof Timestamp ? value : undefined;
});

const toDuration = buildUnary((value) => {
  if (typeof value === 'string') return Duration.parse(value);
  return value instanceof Duration ? value : undefined;
});

const absolute = buildUnary((value, work) => {
  if (typeof value === 'bigint') return value < 0n ? requireInt64(-value, work) : value;
  if (!(value instanceof Decimal)) return undefined;
  return value.numerator < 0n ? value.negated() : value;
});

function buildLetterCase(run: (text: string) => string): CelFunction {
  return buildUnary((value, work) => {
    if (typeof value !== 'string') return undefined;
    work.budget.spendOnSize(value.length, work.offset);
    return requireBoundedSize(run(value), work);
  });
}

const mapAsciiLetters = (pattern: RegExp, turn: (letter: string) => string) => (text: string) =>
  text.replace(pattern, turn);

/** Called as `name(arguments)`. */
export const celFunctions: Readonly<Record<string, CelFunction>> = {
  size,
  int: toInt,
  decimal: toDecimal,
  string: toText,
  bool: toBool,
  timestamp: toTimestamp,
  duration: toDuration,
  dyn: buildUnary((value) => value),
  round,
  abs: absolute,
  min: buildExtreme((order) => order <= 0),
  max: buildExtreme((order) => order >= 0),
};

function buildTimeReading(name: string): CelFunction {
  return buildUnary((value) => {
    if (value instanceof Timestamp) return timestampReadings[name]?.(value);
    return value instanceof Duration ? durationReadings[name]?.(value) : undefined;
  });
}

/** Called as `value.name(arguments)`. */
export const celMethods: Readonly<Record<string, CelFunction>> = {
  size,
  contains: buildTextSearch((text, sought) => text.includes(sought)),
  startsWith: buildTextSearch((text, sought) => text.startsWith(sought)),
  endsWith: buildTextSearch((text, sought) => text.endsWith(sought)),
  lowerAscii: buildLetterCase(mapAsciiLetters(/[A-Z]+/g, (found) => found.toLowerCase())),
  upperAscii: buildLetterCase(mapAsciiLetters(/[a-z]+/g, (found) => found.toUpperCase())),
  trim: buildLetterCase((text) => text.trim()),
  ...Object.fromEntries(
    Object.keys(timestampReadings).map((name) => [name, buildTimeReading(name)]),
  ),
};
