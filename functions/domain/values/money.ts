// Money is exact: integer minor units (hundredths) in a bigint, kept with its currency by dinero. A
// `number` never holds an amount (docs/contract.md, Money).
import { add, compare, dinero, subtract, toSnapshot } from 'dinero.js/bigint';
import type { Dinero } from 'dinero.js/bigint';

export type Money = Dinero<bigint>;

/** The ISO 4217 code for "no currency": the general-ledger lines of an entry without postings. */
export const NO_CURRENCY = 'XXX';

/** The store keeps 38 significant digits exactly and rejects more. */
const MINOR_MAX = 10n ** 38n - 1n;

const AMOUNT = /^-?(?:0|[1-9][0-9]*)\.[0-9]{2}$/;

/** Makes money from minor units: `money(1250n, 'EUR')` is 12.50 EUR. */
export function money(minor: bigint, currency: string): Money {
  return dinero({ amount: minor, currency: { code: currency, base: 10n, exponent: 2n } });
}

/** Parses a decimal string with exactly two decimals. Throws TypeError for other text. */
export function parseMoney(text: string, currency: string): Money {
  return money(parseMinor(text), currency);
}

/** Parses a decimal string with exactly two decimals to minor units. Throws TypeError for other text. */
export function parseMinor(text: string): bigint {
  if (!AMOUNT.test(text)) throw new TypeError(`not an amount: ${text.slice(0, 64)}`);
  return BigInt(text.slice(0, -3) + text.slice(-2));
}

/** Formats as a decimal string with exactly two decimals, for example `-0.05`. */
export function formatMoney(amount: Money): string {
  const minor = toMinorUnits(amount);
  const sign = minor < 0n ? '-' : '';
  // Dinero's general formatting takes ten times as long, and an export has millions of amounts.
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the minor units, for storing. */
export function toMinorUnits(amount: Money): bigint {
  return toSnapshot(amount).amount;
}

/** Returns the ISO 4217 code of the currency. */
export function readCurrency(amount: Money): string {
  return toSnapshot(amount).currency.code;
}

/** Adds; throws when the currencies differ. */
export function addMoney(left: Money, right: Money): Money {
  return add(left, right);
}

/** Subtracts; throws when the currencies differ. */
export function subtractMoney(left: Money, right: Money): Money {
  return subtract(left, right);
}

/**
 * Returns a negative number, zero or a positive number when `left` is below, equal to or above `right`;
 * throws when the currencies differ.
 */
export function order(left: Money, right: Money): number {
  return compare(left, right);
}

/** Adds all amounts; zero of the currency when there are none. */
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
