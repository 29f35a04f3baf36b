// Texts in CSV cells: a spreadsheet runs none of them, and readers get back exactly what was stored.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import {
  formatTextCell,
  neutralizeText,
  restoreText,
} from '../../../functions/domain/values/csv-text.ts';
import { fc } from '../../support/nouns/properties.ts';

const RISKY = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const FIRST = ['\t', '\r', '\n', '\0'];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...RISKY, ...FIRST, "'", '"', ',', ';', ' ', 'a', '1') }),
);

test.each([...RISKY, ...FIRST])('puts an apostrophe before a text that starts with %j', (first) => {
  expect(neutralizeText(`${first}1`)).toBe(`'${first}1`);
});

test.each([
  ['an apostrophe of its own', "'=1+1", "''=1+1"],
  ['quotes before the formula', '""=1+1', `'""=1+1`],
  ['a formula after a semicolon', 'x;=1+1', "x;'=1+1"],
  ['a formula in a new line', 'x\r\n@SUM(A1)', "x\r\n'@SUM(A1)"],
  ['a formula after a tab', 'x\t-1', "x\t'-1"],
])('neutralizes %s', (_, given, safe) => {
  expect(neutralizeText(given)).toBe(safe);
});

test.each(['', 'Rent', "'", "'quoted'", 'a=b', 'a - b', "it's", 'line\r\nline', 'a; b', '1-2'])(
  'leaves %j as it is',
  (harmless) => {
    expect(neutralizeText(harmless)).toBe(harmless);
    expect(restoreText(harmless)).toBe(harmless);
  },
);

test('restores every text exactly, also one that was neutralized before', () => {
  fc.assert(
    fc.property(text, fc.nat(3), (original, times) => {
      const texts = [original];
      for (let time = 0; time <= times; time += 1) texts.push(neutralizeText(texts[time] ?? ''));

      expect(texts.slice(1).map(restoreText)).toEqual(texts.slice(0, -1));
    }),
    { numRuns: 2_000 },
  );
});

test('the expression of docs/exports.md restores as the code does', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/exports.md'), 'utf8');
  const [expression = ''] = /^\^'.+$/m.exec(page) ?? [];
  fc.assert(
    fc.property(text, (original) => {
      const safe = neutralizeText(original);

      expect(safe.replace(new RegExp(expression, 'g'), '')).toBe(original);
    }),
  );
});

test('leaves no part that a spreadsheet runs, whichever separator it reads', () => {
  const risky = new RegExp(`^["]*[${RISKY.join('').replace('-', '\\-')}]`);
  fc.assert(
    fc.property(text, (original) => {
      const safe = neutralizeText(original);

      expect(FIRST).not.toContain(safe[0]);
      expect(safe.split(/[;\t\r\n]/).filter((part) => risky.test(part))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('brings every text through a file of cells', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const row = ['1', ...texts.map(formatTextCell)].join(',');
      const options = { delimiter: ',', quote: '"', record_delimiter: '\r\n' };
      const [cells = []] = parse(`${row}\r\n`, options) as string[][];

      expect(cells.slice(1).map(restoreText)).toEqual(texts);
    }),
    { numRuns: 1_000 },
  );
});
