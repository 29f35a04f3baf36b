// Amounts are shown and read exactly, at any size and in any locale.
import { expect, test } from '@jest/globals';
import { formatAmount, parseAmount } from '../../console/src/values/money.ts';
import { fc } from '../support/nouns/properties.ts';

const LONGEST = `${'9'.repeat(35)}8.01`;

test.each([
  ['en', '999,999,999,999,999,999,999,999,999,999,999,998.01'],
  ['de', '999.999.999.999.999.999.999.999.999.999.999.998,01'],
  [
    'fr',
    '999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f999\u202f998,01',
  ],
])('38 digits are exact in %s', (locale, shown) => {
  expect(formatAmount(LONGEST, locale)).toBe(shown);
  expect(parseAmount(shown, locale)).toEqual({ kind: 'amount', amount: LONGEST });
});

test('an amount keeps its two places and its sign', () => {
  expect(formatAmount('0.00', 'en')).toBe('0.00');
  expect(formatAmount('1250.00', 'en')).toBe('1,250.00');
  expect(formatAmount('-0.10', 'en')).toBe('-0.10');
});

test.each(['en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG', 'fa', 'mr'])(
  'what is shown in %s is read again',
  (locale) => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 36n - 1n }), fc.nat({ max: 99 }));
    fc.assert(
      fc.property(amounts, ([whole, cents]) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`;
        const shown = formatAmount(amount, locale);
        const reading = parseAmount(shown, locale);
        expect(reading).toEqual({ kind: 'amount', amount });
      }),
    );
  },
);

test.each([
  ['1250', '1250.00'],
  ['1,250.5', '1250.50'],
  [' 1 250.00 ', '1250.00'],
  ['0012.30', '12.30'],
])('%j is read in English as %s', (text, amount) => {
  expect(parseAmount(text, 'en')).toEqual({ kind: 'amount', amount });
});

// In German, 1.250 is a thousand and more; in English it would be one and a quarter.
test.each([
  ['1.250', 'en'],
  ['1.250,00', 'en'],
  ['12,50', 'en'],
  ['1,250.00', 'de'],
  ['12.50', 'de'],
])('%j is ambiguous in %s', (text, locale) => {
  expect(parseAmount(text, locale)).toEqual({ kind: 'ambiguous' });
});

test.each(['-5', '1e3', '1,2,3', 'five', '1.2.3', '.', ',5.', '5.', '٣'])(
  '%j is no amount',
  (text) => {
    expect(parseAmount(text, 'en')).toEqual({ kind: 'invalid' });
  },
);

test('nothing is empty', () => {
  expect(parseAmount('  ', 'en')).toEqual({ kind: 'empty' });
});
