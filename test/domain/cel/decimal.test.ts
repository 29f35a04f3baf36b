import { expect, test } from '@jest/globals';
import { compileExpression } from '../../../functions/domain/cel/expression.ts';
import { Decimal } from '../../../functions/domain/cel/decimal.ts';
import { formatMoney, money } from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';

const minor = fc.bigInt({ min: -(10n ** 36n), max: 10n ** 36n });

function valueOf(source: string, variables = {}): unknown {
  const outcome = compileExpression(source).evaluate(variables);
  return 'error' in outcome ? outcome.error : outcome.value;
}

test('compares amounts in every notation, at any size', () => {
  fc.assert(
    fc.property(minor, fc.bigInt({ min: -2n, max: 2n }), (cents, off) => {
      const amount = Decimal.ofMoney(money(cents + off, 'EUR'));
      const text = formatMoney(money(cents, 'EUR'));
      const literal = text.startsWith('-') ? `(${text})` : text;
      for (const other of [literal, `"${text}"`]) {
        expect(valueOf(`amount > ${other}`, { amount })).toBe(off > 0n);
        expect(valueOf(`amount == ${other}`, { amount })).toBe(off === 0n);
        expect(valueOf(`${other} >= amount`, { amount })).toBe(off <= 0n);
      }
    }),
    { numRuns: 60 },
  );
});

test('computes exactly where a float does not', () => {
  const amount = Decimal.parse('90071992547409.93');
  const huge = Decimal.parse(`${'9'.repeat(36)}.99`);

  expect(valueOf('0.1 + 0.2 == 0.3')).toBe(true);
  expect(valueOf('amount - 90071992547409.92 == 0.01', { amount })).toBe(true);
  expect(valueOf('amount + "0.07" == 90071992547410', { amount })).toBe(true);
  expect(valueOf('9007199254740993.00 == 9007199254740992.00')).toBe(false);
  expect(valueOf('12345678901234567.01 == 12345678901234567.02')).toBe(false);
  expect(valueOf(`amount + 0.01 == 1${'0'.repeat(36)}`, { amount: huge })).toBe(true);
  expect(valueOf('1000 == 1000.00 && 1000.00 == dyn("1000.00" + "") ? 1 : 2')).toBe(1n);
  expect(valueOf('1.0 / 3 * 3 == 1')).toBe(true);
  expect(valueOf('min(amount, 2) == 2 && max(1, 2) == 2 && abs(-0.5) == 0.5', { amount })).toBe(
    true,
  );
});

test('rounds only in round(), half to even', () => {
  const rounded = ['0.125', '0.135', '-0.125', '-0.135', '0.1251', '2.0 / 3', '5'].map((number) =>
    String(valueOf(`round(${number}, 2)`)),
  );

  expect(rounded).toEqual(['0.12', '0.14', '-0.12', '-0.14', '0.13', '0.67', '5.00']);
});

test('formats at least two decimal places, so that an amount stays an amount', () => {
  expect(valueOf('string(12.5 * 2)')).toBe('25.00');
  expect(valueOf('string(-0.05)')).toBe('-0.05');
  expect(valueOf('string(0.125)')).toBe('0.125');
  expect(valueOf('string(1.0 / 3)')).toBe('number without an end: use round()');
});

test('limits the number of digits', () => {
  const square = (depth: number): string => (depth === 0 ? 'x' : `(${square(depth - 1)} * x)`);

  expect(valueOf(square(4), { x: 10n ** 18n })).toBe('integer overflow');
  expect(valueOf(square(4), { x: Decimal.parse('9'.repeat(36)) })).toBe(
    'number of more than 120 digits',
  );
  expect(() => compileExpression('9'.repeat(121))).toThrow('is a number of more than 120 digits');
  expect(() => compileExpression(`1e119`)).toThrow('is a number of more than 120 digits');
});

test('has room for 120 digits before and after the point, and not for one more', () => {
  const [most, least] = [10n ** 120n - 1n, 10n ** 119n];
  const digits = 'number of more than 120 digits';

  expect(new Decimal(most, least).numerator).toBe(most);
  expect(new Decimal(-most, least).denominator).toBe(least);
  for (const over of [most + 1n, -most - 1n]) expect(() => new Decimal(over)).toThrow(digits);
  expect(() => new Decimal(1n, most + 1n)).toThrow(digits);
  const small = Decimal.parse(`0.${'0'.repeat(59)}1`);
  expect(valueOf('x * x > 0', { x: small })).toBe(digits);
  expect(valueOf('x * x * 10 > 0', { x: small })).toBe(digits);
  expect(valueOf('x * 10 * x > 0', { x: small })).toBe(true);
});

test('the smaller and the larger of two numbers are of the kind that they were', () => {
  expect(valueOf('string(min(2, 1)) + " " + string(max(2, 1))')).toBe('1 2');
  expect(valueOf('string(min(2, 1.0)) + " " + string(max(2, 1.0))')).toBe('1.00 2.00');
  expect(valueOf('min(2, 1.0) == 1 && max("3", 1.0) == 3')).toBe(true);
});

test('refuses a JSON number of more digits than it holds for certain', () => {
  expect(valueOf('x == 0.1', { x: 0.1 })).toBe(true);
  expect(valueOf('x == 9007199254740991', { x: 9_007_199_254_740_991 })).toBe(true);
  expect(valueOf('x > 0', { x: 1e21 })).toContain('has too many digits');
  expect(valueOf('x > 0', { x: 0.30000000000000004 })).toContain('has too many digits');
});

test('divides integers as CEL does and reports overflow as an error', () => {
  expect(valueOf('7 / 2')).toBe(3n);
  expect(valueOf('7 / 2.0 == 3.5')).toBe(true);
  expect(valueOf('9223372036854775807 + 1')).toBe('integer overflow');
  expect(valueOf('1 / 0')).toBe('division by zero');
  expect(valueOf('1.5 / 0')).toBe('division by zero');
});
