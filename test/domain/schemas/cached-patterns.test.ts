import { expect, test } from '@jest/globals';
import { compilePattern } from '../../../functions/domain/schemas/patterns.ts';

function matcher(pattern: string) {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'object') throw new Error(compiled.fault);
  return compiled;
}

test('judges a repeated value as before, whatever came between', () => {
  const matches = matcher('^[0-9]*7$');
  const judged = () => Array.from({ length: 5_000 }, (_, value) => matches(String(value)));
  const expected = Array.from({ length: 5_000 }, (_, value) => value % 10 === 7);

  expect(judged()).toEqual(expected);
  expect(judged()).toEqual(expected);
});

test('judges a few frequent values correctly each time', () => {
  const matches = matcher('^[A-Z]{3}$');

  for (let turn = 0; turn < 3_000; turn += 1) {
    expect([matches('EUR'), matches('eur'), matches(`X${turn}`)]).toEqual([true, false, false]);
  }
  expect(matches('E'.repeat(500))).toBe(false);
});
