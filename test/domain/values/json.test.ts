// Differences between JSON values, and numbers that a double cannot hold.
import { expect, test } from '@jest/globals';
import { listJsonDifferences } from '../../../functions/domain/values/json-differences.ts';
import { findInexactNumbers } from '../../../functions/domain/values/json-numbers.ts';
import { escapePointer } from '../../../functions/domain/values/json-pointers.ts';
import { fc } from '../../support/nouns/properties.ts';

test('the same value in another order of members has no difference', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const again: unknown = JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).toReversed())
          : part,
      );
      expect(listJsonDifferences(value, again)).toEqual([]);
    }),
  );
});

test('names changed, new and removed members by their pointers', () => {
  const before = { kept: 1, changed: { 'a/b': 1, same: null }, removed: [1] };
  const after = { kept: 1, changed: { 'a/b': 2, same: null }, 'new~': false };

  expect(listJsonDifferences(before, after)).toEqual([
    { path: '/changed/a~1b', from: 1, to: 2 },
    { path: '/removed', from: [1] },
    { path: '/new~0', to: false },
  ]);
});

test('compares a list as a whole', () => {
  expect(listJsonDifferences({ list: [1, { a: 1 }] }, { list: [1, { a: 1 }] })).toEqual([]);
  expect(listJsonDifferences({ list: [1, 2] }, { list: [1] })).toEqual([
    { path: '/list', from: [1, 2], to: [1] },
  ]);
  expect(listJsonDifferences({ list: [1] }, { list: [1, 2] })).toEqual([
    { path: '/list', from: [1], to: [1, 2] },
  ]);
  expect(listJsonDifferences({ list: [1, { a: 1 }] }, { list: [1, { a: 2 }] })).toEqual([
    { path: '/list', from: [1, { a: 1 }], to: [1, { a: 2 }] },
  ]);
});

test.each([
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  ['1', 1],
  [undefined, 1],
  [1, undefined],
])('%j and %j differ as a whole', (before, after) => {
  expect(listJsonDifferences(before, after)).toEqual([
    {
      path: '',
      ...(before !== undefined && { from: before }),
      ...(after !== undefined && { to: after }),
    },
  ]);
});

// As JSON has it: data, whatever an object has by itself.
test.each(['__proto__', 'constructor', 'toString'])('%s is a member as any other', (name) => {
  const of = (value: unknown): unknown => JSON.parse(`{"${name}":${JSON.stringify(value)}}`);

  expect(listJsonDifferences(of({ a: 1 }), of({ a: 1 }))).toEqual([]);
  expect(listJsonDifferences({}, of({}))).toEqual([{ path: `/${name}`, to: {} }]);
  expect(listJsonDifferences(of({ a: 1 }), {})).toEqual([{ path: `/${name}`, from: { a: 1 } }]);
  expect(listJsonDifferences(of({ a: 1 }), of({ a: 2 }))).toEqual([
    { path: `/${name}/a`, from: 1, to: 2 },
  ]);
  expect(listJsonDifferences([{}], [of({})])).toEqual([{ path: '', from: [{}], to: [of({})] }]);
});

test('a member that is undefined is absent', () => {
  expect(listJsonDifferences({ a: undefined }, {})).toEqual([]);
});

test('a part of a pointer is escaped, and at most 80 characters of the member', () => {
  expect(escapePointer('~/~1')).toBe('~0~1~01');
  expect(escapePointer('x'.repeat(81))).toBe('x'.repeat(80));
});

/** Whether the number of the text equals the double that is nearest to it: by whole numbers. */
function survives(digits: bigint, power: number): boolean {
  const value = Number(`${digits}e${power}`);
  if (!Number.isFinite(value)) return false;
  const [, sign = '', mantissa = '0', exponent = '0'] =
    /^(-?)([\d.]+)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const [whole = '0', part = ''] = mantissa.split('.');
  const shortest = BigInt(`${sign}${whole}${part}`);
  const ownPower = Number(exponent) - part.length;
  const least = Math.min(power, ownPower);
  return digits * 10n ** BigInt(power - least) === shortest * 10n ** BigInt(ownPower - least);
}

test('finds exactly the numbers that a double does not keep, in any spelling', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: -340, max: 330 }),
      (digits, power) => {
        const text = `${digits}e${power}`;
        const found = findInexactNumbers(`{"a":[0,${text}]}`);
        expect(found).toEqual(survives(digits, power) ? [] : [{ path: ['a', '1'], text }]);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  '0',
  '-0',
  '0.00',
  '0e400',
  '1.50',
  '15e-1',
  '1E+2',
  '100000000000000000000',
  '9007199254740992',
  '1e308',
  '0.1',
  '-123.4500',
])('%s survives', (text) => {
  expect(findInexactNumbers(text)).toEqual([]);
  expect(findInexactNumbers(`[${text}, 1.0000000000000001]`)).toEqual([
    { path: ['1'], text: '1.0000000000000001' },
  ]);
});

test.each([
  '9007199254740993',
  '-9007199254740993',
  '0.1000000000000000055',
  '1e309',
  '-1e309',
  '1e-400',
  '12345678901234567890',
])('%s does not survive', (text) => {
  expect(findInexactNumbers(text)).toEqual([{ path: [], text }]);
  expect(findInexactNumbers(` ${text}`)).toEqual([{ path: [], text }]);
});

test('the path has the names and positions, in the order of the text', () => {
  const bad = '9007199254740993';
  const text = `{ "a" : { "b\\"c" : [ 1, {}, [], {"d":${bad}} ], "e" : ${bad} }, "f": [ [${bad}], ${bad} ] }`;

  expect(findInexactNumbers(text).map(({ path }) => path)).toEqual([
    ['a', 'b"c', '3', 'd'],
    ['a', 'e'],
    ['f', '0', '0'],
    ['f', '1'],
  ]);
});

test('a number in a string is text', () => {
  expect(
    findInexactNumbers('{"a":"[9007199254740993","9007199254740993":":9007199254740993"}'),
  ).toEqual([]);
  expect(findInexactNumbers('["\\"", 9007199254740993]')).toEqual([
    { path: ['1'], text: '9007199254740993' },
  ]);
});
