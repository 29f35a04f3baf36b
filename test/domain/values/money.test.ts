import { expect, test } from '@jest/globals';
import { dinero, toDecimal } from 'dinero.js/bigint';
import {
  formatMoney,
  isStorable,
  toMinorUnits,
  subtractMoney,
  money,
  order,
  parseMoney,
  addMoney,
  isAboveZero,
  isZero,
  readCurrency,
  sumMoney,
} from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';

const minor = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

// The reference: the library's own notation, for any currency.
function decimal(value: bigint): string {
  return toDecimal(dinero({ amount: value, currency: { code: 'EUR', base: 10n, exponent: 2n } }));
}

test('formats and parses every amount exactly, at any size', () => {
  fc.assert(
    fc.property(minor, (value) => {
      expect(formatMoney(money(value, 'EUR'))).toBe(decimal(value));
      expect(toMinorUnits(parseMoney(decimal(value), 'EUR'))).toBe(value);
    }),
  );
});

test('adds, subtracts and compares like whole numbers', () => {
  fc.assert(
    fc.property(minor, minor, (a, b) => {
      expect(toMinorUnits(addMoney(money(a, 'EUR'), money(b, 'EUR')))).toBe(a + b);
      expect(toMinorUnits(subtractMoney(money(a, 'EUR'), money(b, 'EUR')))).toBe(a - b);
      expect(Math.sign(order(money(a, 'EUR'), money(b, 'EUR')))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test('sums to zero without amounts', () => {
  expect(formatMoney(sumMoney([], 'EUR'))).toBe('0.00');
});

test('handles the smallest negative amount', () => {
  expect(formatMoney(money(-1n, 'EUR'))).toBe('-0.01');
});

test.each([
  '',
  '1',
  '1.0',
  '01.00',
  '1.000',
  '+1.00',
  '1e2',
  '.50',
  '1,00',
  ' 1.00',
  '1.00\n',
  '１.00',
])('refuses %j as an amount', (text) => {
  expect(() => parseMoney(text, 'EUR')).toThrow(`not an amount: ${text}`);
});

test('refuses to add different currencies', () => {
  expect(() => addMoney(money(1n, 'EUR'), money(1n, 'USD'))).toThrow(/currency/);
});

test('stores at most 38 digits', () => {
  expect(isStorable(money(10n ** 38n - 1n, 'EUR'))).toBe(true);
  expect(isStorable(money(10n ** 38n, 'EUR'))).toBe(false);
  expect(isStorable(money(1n - 10n ** 38n, 'EUR'))).toBe(true);
  expect(isStorable(money(-(10n ** 38n), 'EUR'))).toBe(false);
});

test('shows at most 64 characters of what is no amount', () => {
  expect(() => parseMoney('9'.repeat(65), 'EUR')).toThrow(
    new TypeError(`not an amount: ${'9'.repeat(64)}`),
  );
});

test('zero is neither above zero nor another amount', () => {
  expect([-1n, 0n, 1n].map((value) => isAboveZero(money(value, 'EUR')))).toEqual([
    false,
    false,
    true,
  ]);
  expect([-1n, 0n, 1n].map((value) => isZero(money(value, 'EUR')))).toEqual([false, true, false]);
});

test('keeps its currency', () => {
  expect(readCurrency(money(1n, 'JPY'))).toBe('JPY');
});
