// Texts that callers choose, sides and subjects.
import { expect, test } from '@jest/globals';
import { opposite } from '../../../functions/domain/values/direction.ts';
import { isService } from '../../../functions/domain/values/service-subjects.ts';
import {
  ACCOUNT_CODE_PATTERN,
  AMOUNT_PATTERN,
  CURRENCY_PATTERN,
  ID_LIST_PATTERN,
  isAccountCode,
  isLine,
  isShortLine,
  splitIdList,
} from '../../../functions/domain/values/text-patterns.ts';

test.each(['', 'a', 'Überweisung 2026', '😀', ' '])('%j is a line', (text) => {
  expect(isLine(text)).toBe(true);
});

test.each([0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x85, 0x9f, 0x2028, 0x2029])(
  'a line has no character %i, at whatever place',
  (code) => {
    const character = String.fromCodePoint(code);
    for (const text of [character, `a${character}`, `${character}a`, `a${character}b`]) {
      expect(isLine(text)).toBe(false);
      expect(isShortLine(text, 10)).toBe(false);
    }
  },
);

test('a short line is counted in characters, not in code units', () => {
  expect(isShortLine('', 2)).toBe(false);
  expect(isShortLine('a', 2)).toBe(true);
  expect(isShortLine('😀😀', 2)).toBe(true);
  expect(isShortLine('abc', 2)).toBe(false);
});

test.each(['1000', '2000-DEPOSITS', 'Cash at bank', 'x'.repeat(64), '😀'.repeat(64), 'Größe 1'])(
  '%j is an account code',
  (code) => {
    expect(isAccountCode(code)).toBe(true);
  },
);

test.each([
  '',
  ' ',
  ' 1000',
  '1000 ',
  '10  00',
  'a\u00adb',
  'a\u200bb',
  'a\u00a0b',
  '\ufeff1000',
  'x'.repeat(65),
  '😀'.repeat(65),
  'x'.repeat(129),
  1000,
  null,
  undefined,
  ['1000'],
])('%j is no account code', (code) => {
  expect(isAccountCode(code)).toBe(false);
});

test.each([
  [
    AMOUNT_PATTERN,
    ['0.00', '1.50', `${'9'.repeat(36)}.99`],
    ['-1.00', '01.00', '1.0', '1', `1${'0'.repeat(36)}.00`, '1.00\n', 'x1.00'],
  ],
  [CURRENCY_PATTERN, ['EUR'], ['EU', 'EURO', 'eur', '1EUR', 'EUR ']],
  [
    ID_LIST_PATTERN,
    ['a', 'a,b', 'x'.repeat(256), Array(100).fill('a').join(',')],
    ['', ',', 'a,', ',a', 'x'.repeat(257), Array(101).fill('a').join(',')],
  ],
  [ACCOUNT_CODE_PATTERN, ['1000 A'], ['1000\tA', 'A ']],
])('the pattern %s takes whole texts', (pattern, good, bad) => {
  const expression = new RegExp(pattern, 'u');

  expect(good.filter((text) => !expression.test(text))).toEqual([]);
  expect(bad.filter((text) => expression.test(text))).toEqual([]);
});

test('a list of identifiers has each once, in its order', () => {
  expect(splitIdList('b,a,b,c,a')).toEqual(['b', 'a', 'c']);
});

test('the opposite of a side', () => {
  expect(opposite('DEBIT')).toBe('CREDIT');
  expect(opposite('CREDIT')).toBe('DEBIT');
});

test('a service is the client itself, or has the identifier of one', () => {
  expect(isService('batch-client', 'batch-client')).toBe(true);
  expect(isService('svc_1', 'another')).toBe(true);
  expect(isService('op_1', 'console')).toBe(false);
  expect(isService('op_svc_1', undefined)).toBe(false);
});
