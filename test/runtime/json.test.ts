import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { formatCanonicalJson } from '../../functions/domain/values/canonical-json.ts';
import { computeFingerprint, parseJson } from '../../functions/runtime/json.ts';
import { fc } from '../support/nouns/properties.ts';

test('parses what JSON.parse parses', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('throws only refusals', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u1a \n') }), (text) => {
      try {
        parseJson(text);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^invalid_(json|request)$/) });
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['{"a":1,"a":1}', 'repeats the member a'],
  ['[{"b":{"c":1,"d":2,"c":3}}]', 'repeats the member c'],
  ['{"a":1,"\\u0061":2}', 'repeats the member a'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'nests deeper than 32 levels'],
  [`${'["a","b",'.repeat(33)}1${']'.repeat(33)}`, 'nests deeper than 32 levels'],
  [`${'{"a":1,"b":'.repeat(33)}1${'}'.repeat(33)}`, 'nests deeper than 32 levels'],
  ['{"a":"\\udc00"}', 'lone surrogate'],
  ['{"\\ud800":1}', 'lone surrogate'],
  ['["a","\\udc00"]', 'lone surrogate'],
  ['{"a":"b","c":[{"d":"e","f":"\\ud800"}]}', 'lone surrogate'],
  ['{"a":{"b":1},"\\ud800":2}', 'lone surrogate'],
  ['{"a":NaN}', 'is not JSON'],
  ['{"a":1}{', 'is not JSON'],
  ["{'a':1}", 'is not JSON'],
])('refuses %s', (text, fault) => {
  expect(() => parseJson(text)).toThrow(fault);
});

test.each([
  '{"a":"{\\"a\\":1,\\"a\\":1}"}',
  '[["a","a"],{"a":["a"]},"a"]',
  '{"a":{"a":{"a":"a"}}}',
  `${'['.repeat(32)}${']'.repeat(32)}`,
  `${'["a",'.repeat(32)}1${']'.repeat(32)}`,
  `["${'['.repeat(40)}","\\"${'{'.repeat(40)}"]`,
  `[${Array(40).fill('[1],{"a":[]}').join(',')}]`,
])('accepts %s', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('keeps __proto__ as data', () => {
  const value = parseJson('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>;

  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

test('a value has one canonical text, and different values have different texts', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([k, v]) => [k, shuffled(v)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const a = JSON.parse(JSON.stringify(one)) as unknown;
      const b = JSON.parse(JSON.stringify(other)) as unknown;
      expect(formatCanonicalJson(shuffled(a))).toBe(formatCanonicalJson(a));
      expect(JSON.parse(formatCanonicalJson(a))).toEqual(a);
      expect(formatCanonicalJson(a) === formatCanonicalJson(b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

// The text of fingerprints and cursors from before canonicalize wrote it.
function storedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(storedText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${storedText(part)}`);
  return `{${members.join(',')}}`;
}

test('the canonical text of what parseJson reads is unchanged', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '__proto__',
      'toJSON',
      'constructor',
      '',
      '\u20ac',
      '\u{1f600}',
      '\ufb33',
      '10',
      '9',
    ),
  );
  const values = [
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, -0, 1e21, 1e-7, 5e-324, Number.MAX_SAFE_INTEGER),
  ];
  fc.assert(
    fc.property(fc.anything({ key, values, maxDepth: 5 }), (value) => {
      const read = parseJson(JSON.stringify(value));
      expect(formatCanonicalJson(read)).toBe(storedText(read));
    }),
    { numRuns: 2_000 },
  );
});

// The example of RFC 8785, 3.2.3, and two of its numbers.
test('writes the canonical text of RFC 8785', () => {
  const text =
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh",' +
    '"1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control",' +
    '"\\u00f6":"Latin Small Letter O With Diaeresis","numbers":[333333333.33333329,1E30,-0]}';

  // Its first number has more digits than a double: parseJson refuses it.
  expect(() => parseJson(text)).toThrow('/numbers/0 is a number that cannot be held exactly');
  expect(formatCanonicalJson(JSON.parse(text))).toBe(
    '{"\\r":"Carriage Return","1":"One","numbers":[333333333.3333333,1e+30,0],"\u0080":"Control",' +
      '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",' +
      '"\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});

test('a request without a body keeps its fingerprint', () => {
  expect(formatCanonicalJson(undefined)).toBe('null');
  expect(computeFingerprint('POST', '/a', undefined)).toBe(computeFingerprint('POST', '/a', null));
});

test.each([[1n], [Number.NaN], ['\ud800'], [{ '\udc00': 1 }]])(
  'refuses a canonical text for %p, which is not JSON',
  (value) => {
    expect(() => formatCanonicalJson(value)).toThrow();
  },
);

test('the fingerprint depends on method, path and body', () => {
  const of = computeFingerprint;
  const prints = [
    of('POST', '/a', {}),
    of('PUT', '/a', {}),
    of('POST', '/b', {}),
    of('POST', '/a', { x: 1 }),
    of('POST', '/a', undefined),
  ];

  expect(new Set(prints).size).toBe(prints.length);
});
