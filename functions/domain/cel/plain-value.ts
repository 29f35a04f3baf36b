// Converts a CEL value to JSON data.
import type { Budget } from './budget.ts';
import { Decimal } from './decimal.ts';
import { CelFault } from './cel-fault.ts';
import { Duration, Timestamp } from './time.ts';
import { toCelValue, isList, listKeys, readMember } from './values.ts';
import type { Value } from './values.ts';

/**
 * Decimals, times and spans become text; integers become numbers while JSON holds them exactly. Each
 * part costs a step: a list may hold the same list many times, so that its JSON is far larger than the
 * work that made it.
 */
export function toPlainValue(value: Value, budget: Budget): unknown {
  budget.spend(1, 0);
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'string') budget.spendOnSize(value.length, 0);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Decimal) return formatDecimal(value);
  if (value instanceof Timestamp || value instanceof Duration) return value.toString();
  if (isList(value)) return value.map((item) => toPlainValue(toCelValue(item, 0), budget));
  const members = listKeys(value, budget, 0).map((key) => {
    const member = toPlainValue(toCelValue(readMember(value, key as Value), 0), budget);
    return [String(key), member] as const;
  });
  return Object.fromEntries(members);
}

function formatDecimal(value: Decimal): string {
  try {
    return value.toString();
  } catch (error) {
    if (error instanceof RangeError) throw new CelFault(error.message, 0);
    throw error;
  }
}
