// Money is exact: whole minor units (hundredths) in a bigint, kept with its currency by dinero.
// No `number` ever holds an amount (docs/contract.md, Money).
import { add, compare, dinero, subtract, toSnapshot } from 'dinero.js/bigint';
import type { Dinero } from 'dinero.js/bigint';

export type Money = Dinero<bigint>;

/** The ISO 4217 code for "no currency": the general-ledger lines of an entry without postings. */
export const NO_CURRENCY = 'XXX';

/** The store keeps 38 significant digits exactly and refuses the next one. */
const MINOR_MAX = 10n ** 38n - 1n;

const AMOUNT = /^-?(?:0|[1-9][0-9]*)\.[0-9]{2}$/;

/** Money from minor units: `money(1250n, 'EUR')` is 12.50 EUR. */
export function money(minor: bigint, currency: string): Money {
  return dinero({ amount: minor, currency: { code: currency, base: 10n, exponent: 2n } });
}

/** Money from a decimal string with exactly two decimals; throws on anything else. */
export function parseMoney(text: string, currency: string): Money {
  return money(parseMinor(text), currency);
}

/** The whole minor units of a decimal string with exactly two decimals; throws on anything else. */
export function parseMinor(text: string): bigint {
  if (!AMOUNT.test(text)) throw new TypeError(`not an amount: ${text.slice(0, 64)}`);
  return BigInt(text.slice(0, -3) + text.slice(-2));
}

/** The decimal string with exactly two decimals, for example `-0.05`. */
export function formatMoney(amount: Money): string {
  const minor = toMinorUnits(amount);
  const sign = minor < 0n ? '-' : '';
  // What dinero says of any currency takes ten times as long, and an export has amounts by the million.
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The whole minor units, for storing. */
export function toMinorUnits(amount: Money): bigint {
  return toSnapshot(amount).amount;
}

/** The currency's three letters. */
export function readCurrency(amount: Money): string {
  return toSnapshot(amount).currency.code;
}

/** The sum; throws when the currencies differ. */
export function addMoney(left: Money, right: Money): Money {
  return add(left, right);
}

/** The difference; throws when the currencies differ. */
export function subtractMoney(left: Money, right: Money): Money {
  return subtract(left, right);
}

/** Negative, zero or positive as `left` is below, equal to or above `right`; same currency only. */
export function order(left: Money, right: Money): number {
  return compare(left, right);
}

/** The sum of all amounts, zero of the currency when there are none. */
export function sumMoney(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(addMoney, money(0n, currency));
}

export function isAboveZero(amount: Money): boolean {
  return toMinorUnits(amount) > 0n;
}

export function isZero(amount: Money): boolean {
  return toMinorUnits(amount) === 0n;
}

/** Whether the store can keep this amount exactly. */
export function isStorable(amount: Money): boolean {
  const minor = toMinorUnits(amount);
  return minor <= MINOR_MAX && minor >= -MINOR_MAX;
}
