// What a list counts of its records is at least what they take in the result of a function.
import { expect, test } from '@jest/globals';
import {
  countAnswerBytes,
  limitToAnswerSize,
} from '../../../functions/ledger/store/merged-lists.ts';

/** A function's result is JSON, and holds the body as a text, which is JSON itself. */
const countResultBytes = (value: unknown) =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

test.each<[string, unknown]>([
  ['a plain text', { name: 'x'.repeat(10_000) }],
  ['characters of four bytes', { name: '𝄞'.repeat(10_000) }],
  ['quotes', { name: '"'.repeat(10_000) }],
  ['backslashes', { name: '\\'.repeat(10_000) }],
  ['control characters', { name: '\u0001'.repeat(10_000) }],
  ['line breaks', { name: '\n'.repeat(10_000) }],
  ['a long name of a member', { config: { ['"'.repeat(10_000)]: true } }],
  ['names in a list', { steps: [{ parameters: { ['\u0001'.repeat(10_000)]: 1 } }] }],
  ['many short members', Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, n]))],
])('counts %s in full', (_, value) => {
  expect(countAnswerBytes(value)).toBeGreaterThanOrEqual(countResultBytes(value));
  expect(countAnswerBytes(value)).toBeLessThan(countResultBytes(value) * 4);
});

test('a page of products with long names of members fits into the result of a function', () => {
  const products = Array.from({ length: 100 }, () => ({
    config: { ['"'.repeat(49_000)]: '' },
  }));

  const page = limitToAnswerSize(products);

  expect(page.length).toBeGreaterThan(10);
  expect(countResultBytes(page)).toBeLessThan(6 * 1024 * 1024);
});
