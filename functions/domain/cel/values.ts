// The representation of CEL values in JavaScript, and the conversion of a caller's data to it. Only own
// properties of maps are read, so `__proto__` and `constructor` are ordinary names.
import type { Budget } from './budget.ts';
import { Decimal } from './decimal.ts';
import { CelFault } from './cel-fault.ts';
import { Duration, Timestamp } from './time.ts';

export type List = readonly unknown[];
/** A map made by an expression, or an object of the caller's data. */
export type CelMap = ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;
export type Value =
  null | boolean | bigint | string | Decimal | Timestamp | Duration | List | CelMap;

/** A JSON number with more digits is mostly the rounded result of a calculation in binary. */
const JSON_DIGITS_MAX = 15;

/** Converts data to a CEL value. Faults for data that has no exact value. */
export function toCelValue(data: unknown, offset: number): Value {
  switch (typeof data) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return data;
    case 'number':
      return toCelNumber(data, offset);
    case 'object':
      if (data instanceof Date) return Timestamp.ofDate(data);
      return data as Value;
    default:
      throw new CelFault('is data without a value', offset);
  }
}

function toCelNumber(data: number, offset: number): Value {
  if (Number.isSafeInteger(data)) return BigInt(data);
  const text = String(data);
  const digits = text
    .replace(/e.*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+/, '');
  const exact = digits.length <= JSON_DIGITS_MAX ? Decimal.parse(text) : undefined;
  if (!exact || Number.isInteger(data)) {
    throw new CelFault(`the number ${text} has too many digits: give it as a string`, offset);
  }
  return exact;
}

export function isList(value: Value): value is List {
  return Array.isArray(value);
}

export function isMap(value: Value): value is CelMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Decimal || value instanceof Timestamp || value instanceof Duration);
}

/** Returns the name of a value's type for messages. */
export function nameType(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'string') return 'string';
  if (value instanceof Decimal) return 'decimal';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  return isList(value) ? 'list' : 'map';
}

export function requireBool(value: Value, offset: number): boolean {
  if (typeof value === 'boolean') return value;
  throw new CelFault(`must be true or false, not ${nameType(value)}`, offset);
}

/** Returns the member with that name, or undefined. */
export function readMember(map: CelMap, key: Value): unknown {
  const name = key instanceof Decimal ? key.whole() : key;
  if (map instanceof Map) return map.get(name);
  return typeof name === 'string' && Object.hasOwn(map, name)
    ? (map as Record<string, unknown>)[name]
    : undefined;
}

/** Lists the keys of a map. Building the list costs steps. */
export function listKeys(map: CelMap, budget: Budget, offset: number): unknown[] {
  const keys = map instanceof Map ? [...map.keys()] : Object.keys(map);
  budget.spendOnSize(keys.length, offset);
  return keys;
}

/**
 * Returns both as decimals when both are numbers, or when one is a decimal and the other is numeric
 * text.
 */
export function toDecimals(left: Value, right: Value): readonly [Decimal, Decimal] | undefined {
  const [a, b] = [toDecimalOperand(left), toDecimalOperand(right)];
  if (a && b) return [a, b];
  if (left instanceof Decimal && typeof right === 'string')
    return pairDecimals(left, Decimal.parse(right));
  if (right instanceof Decimal && typeof left === 'string')
    return pairDecimals(Decimal.parse(left), right);
  return undefined;
}

function pairDecimals(left: Decimal | undefined, right: Decimal | undefined) {
  return left && right ? ([left, right] as const) : undefined;
}

function toDecimalOperand(value: Value): Decimal | undefined {
  if (value instanceof Decimal) return value;
  return typeof value === 'bigint' ? new Decimal(value) : undefined;
}

/** CEL's equality: by value across kinds of numbers; values of different types are not equal. */
export function areEqual(left: Value, right: Value, budget: Budget, offset: number): boolean {
  budget.spend(1, offset);
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) budget.spendOnSize(left.length, offset);
    return left === right;
  }
  if (left === right) return true;
  const numbers = toDecimals(left, right);
  if (numbers) return numbers[0].compare(numbers[1]) === 0;
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanos === right.nanos;
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos;
  if (isList(left)) return isList(right) && areListsEqual(left, right, budget, offset);
  return isMap(left) && isMap(right) && areMapsEqual(left, right, budget, offset);
}

function areListsEqual(left: List, right: List, budget: Budget, offset: number): boolean {
  return (
    left.length === right.length &&
    left.every((item, index) =>
      areEqual(toCelValue(item, offset), toCelValue(right[index], offset), budget, offset),
    )
  );
}

function areMapsEqual(left: CelMap, right: CelMap, budget: Budget, offset: number): boolean {
  const names = listKeys(left, budget, offset);
  return (
    names.length === listKeys(right, budget, offset).length &&
    names.every((name) => {
      const [a, b] = [readMember(left, name as Value), readMember(right, name as Value)];
      return (
        b !== undefined && areEqual(toCelValue(a, offset), toCelValue(b, offset), budget, offset)
      );
    })
  );
}
