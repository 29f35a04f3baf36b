// A template is refused exactly if no amounts can balance it, which small amounts show by trying them all.
import { expect, test } from '@jest/globals';
import { defineTemplate } from '../../../functions/domain/journal/posting-templates.ts';
import type { TemplateLine } from '../../../functions/domain/journal/posting-templates.ts';
import { fc } from '../../support/nouns/properties.ts';

const toAmount = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const line = (side: 'DEBIT' | 'CREDIT', amount: number | string): TemplateLine => ({
  account_code: '1000',
  side,
  ...(typeof amount === 'number' ? { amount: toAmount(amount) } : { placeholder: amount }),
});
const debit = (amount: number | string) => line('DEBIT', amount);
const credit = (amount: number | string) => line('CREDIT', amount);

function isTaken(lines: readonly TemplateLine[]): boolean {
  try {
    defineTemplate({ name: 'Any', lines });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_posting_template' });
    return false;
  }
}

const repeat = (count: number, one: TemplateLine) => Array.from({ length: count }, () => one);

test.each<[string, readonly TemplateLine[]]>([
  ['two amounts for one cent', [debit('x'), debit('x'), credit(1)]],
  ['two placeholders for one cent', [debit('x'), debit('y'), credit(1)]],
  [
    'an even sum for an odd amount',
    [...repeat(2, debit('x')), ...repeat(2, credit('y')), credit(1)],
  ],
  [
    'a sum of sixes and nines for ten',
    [...repeat(6, debit('x')), ...repeat(9, debit('y')), credit(25)],
  ],
  ['threes for a large amount', [...repeat(3, credit('x')), debit(10_000_001)]],
])('refuses %s', (_, lines) => {
  expect(isTaken(lines)).toBe(false);
});

test.each<[string, readonly TemplateLine[]]>([
  ['two placeholders for two cents', [debit('x'), debit('y'), credit(2)]],
  [
    'an even sum for an even amount',
    [...repeat(2, debit('x')), ...repeat(2, credit('y')), credit(2)],
  ],
  [
    'fives and threes for a large amount',
    [...repeat(5, credit('x')), ...repeat(3, credit('y')), debit(10_000_001)],
  ],
  ['nothing for a placeholder that cancels out', [debit('x'), credit('x'), debit(1), credit(1)]],
  [
    'the largest amounts',
    [
      ...repeat(40, debit('x')),
      ...repeat(39, debit('y')),
      { ...credit(1), amount: `${'9'.repeat(36)}.99` },
    ],
  ],
])('takes %s', (_, lines) => {
  expect(isTaken(lines)).toBe(true);
});

/** Large enough for each of two placeholders: five lines and forty cents on one side. */
const TRIED_MAX = 60;

function canBalanceByTrial(lines: readonly TemplateLine[]): boolean {
  const cents = (one: TemplateLine, x: number, y: number) =>
    (one.side === 'DEBIT' ? 1 : -1) *
    (one.amount === undefined ? (one.placeholder === 'x' ? x : y) : Number(one.amount) * 100);
  const tried = Array.from({ length: TRIED_MAX }, (_, index) => index + 1);
  return tried.some((x) =>
    tried.some((y) => Math.round(lines.reduce((sum, one) => sum + cents(one, x, y), 0)) === 0),
  );
}

test('refuses exactly what no amounts balance', () => {
  const amount = fc.oneof(fc.constantFrom('x', 'y'), fc.integer({ min: 1, max: 20 }));
  const side = fc.constantFrom('DEBIT' as const, 'CREDIT' as const);
  const group = fc.tuple(side, amount, fc.integer({ min: 1, max: 5 }));
  const lines = fc
    .array(group, { minLength: 2, maxLength: 4 })
    .map((groups) =>
      groups.flatMap(([on, what, count]) =>
        repeat(typeof what === 'string' ? count : 1, line(on, what)),
      ),
    );
  fc.assert(
    fc.property(lines, (all) => expect(isTaken(all)).toBe(canBalanceByTrial(all))),
    { numRuns: 500 },
  );
});
