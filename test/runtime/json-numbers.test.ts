// No number is stored or compared as another one: it keeps its value, or the request is refused.
import { expect, test } from '@jest/globals';
import { computeFingerprint, parseJson } from '../../functions/runtime/json.ts';
import { fc } from '../support/nouns/properties.ts';

/** A number as a text writes it. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Tree = NumberText | string | null | readonly Tree[] | { readonly [name: string]: Tree };

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });

const anySpelling = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.bigInt({ min: 0n, max: 10n ** 25n }),
    part: fc.oneof(
      fc.constant(''),
      digits(20).map((text) => `.${text}`),
    ),
    power: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(420)).map((parts) => parts.join('')),
    ),
  })
  .map(({ sign, whole, part, power }) => `${sign}${whole}${part}${power}`);

const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);

/** Other spellings and close neighbours of a number without an exponent. */
const close = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: 10n ** 14n, max: 10n ** 18n }).map(String), fc.nat().map(String)),
    fc.constantFrom('', '.', '0.'),
    digits(3),
  )
  .map(([whole, point, tail]) =>
    point === '.' ? `${whole}.${tail}` : `${point}${whole}${point === '' ? '' : tail}`,
  );

const spelling = fc.oneof(anySpelling, double, close);

const SCALE = 1_000;

/** The exact value as an integer, by arithmetic: no double and no comparison of digits. */
function toScaled(text: string): bigint {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  return (
    BigInt(whole.replace('-', '') + part) *
    10n ** BigInt(Number(power) - part.length + SCALE) *
    (whole.startsWith('-') ? -1n : 1n)
  );
}

const isHeld = (text: string) => {
  const shortest = JSON.stringify(Number(text));
  return shortest !== 'null' && toScaled(shortest) === toScaled(text);
};

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    spelling.map((text) => new NumberText(text)),
    fc.oneof(fc.string(), spelling, fc.constant('":[9007199254740993,{'), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a/b', '~', '1e400')), tie('tree'), {
      maxKeys: 3,
    }),
  ),
}));

function format(value: Tree, space: string): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${space}${value.map((part: Tree) => format(part, space)).join(`${space},`)}]`;
  }
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}${space}:${space}${format(part, space)}`,
  );
  return `{${members.join(`,${space}`)}${space}}`;
}

function listNumbers(value: Tree, pointer = ''): [pointer: string, text: string][] {
  if (value instanceof NumberText) return [[pointer, value.text]];
  if (typeof value === 'string' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    listNumbers(part, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function readAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>(
    (part, name) =>
      (part as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}

const FAULT = 'is a number that cannot be held exactly; write it as a string';

function refusedFaults(text: string): readonly string[] | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' });
    return (error as { faults: readonly string[] }).faults;
  }
}

test('keeps the value of every number, or names each that it cannot hold', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom('', ' ', '\n\t '), (value, space) => {
      const text = format(value, space);
      const numbers = listNumbers(value);
      const lost = numbers.filter(([, spelled]) => !isHeld(spelled));
      fc.pre(lost.length <= 20);

      const faults = lost.map(([pointer]) => `${pointer === '' ? 'the body' : pointer} ${FAULT}`);
      expect(refusedFaults(text)).toEqual(faults.length > 0 ? faults : undefined);
      if (faults.length > 0) return;
      const parsed = JSON.parse(JSON.stringify(parseJson(text))) as unknown;
      for (const [pointer, spelled] of numbers) {
        expect(toScaled(String(readAt(parsed, pointer)))).toBe(toScaled(spelled));
      }
    }),
    { numRuns: 1_000 },
  );
});

/** Two numbers that are equal, or differ in a late digit, more often than by chance. */
const pairs = fc.oneof(
  fc.tuple(spelling, spelling),
  close.chain((text) =>
    fc.tuple(
      fc.constant(text),
      fc.constantFrom(
        text.includes('.') ? `${text}0` : `${text}.0`,
        `${text}e0`,
        text.includes('.') ? `${text}1` : `${text}.1`,
        text.replace(/\d$/, (last) => String((Number(last) + 1) % 10)),
      ),
    ),
  ),
);

test('two bodies have one fingerprint exactly if their numbers are equal', () => {
  fc.assert(
    fc.property(pairs, (texts) => {
      const bodies = texts.map((text) => `{"config":{"limit":[${text}]}}`);
      const prints = bodies
        .filter((body) => refusedFaults(body) === undefined)
        .map((body) => computeFingerprint('POST', '/api/products', parseJson(body)));
      fc.pre(prints.length === 2);

      const [one = 0n, other = 0n] = texts.map(toScaled);
      expect(prints[0] === prints[1]).toBe(one === other);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['9007199254740993', false],
  ['9007199254740992', true],
  ['-9007199254740991', true],
  ['1e400', false],
  ['-1E+400', false],
  ['1e-400', false],
  ['0e400', true],
  ['5e-324', true],
  ['4.9e-324', false],
  ['0.1000000000000000055511151231257827', false],
  ['0.1', true],
  ['0.10', true],
  ['1.0', true],
  ['1e2', true],
  ['1E22', true],
  ['1e23', true],
  ['100000000000000000000000', true],
  ['123456789012345678', false],
  ['0.30000000000000004', true],
  ['333333333.33333329', false],
  ['1.7976931348623157e308', true],
  ['1.7976931348623158e308', false],
])('%s is held: %p', (text, isExpected) => {
  expect([refusedFaults(text) === undefined, isHeld(text)]).toEqual([isExpected, isExpected]);
});

test('-0 equals 0, as in RFC 8785', () => {
  const print = (text: string) => computeFingerprint('POST', '/', parseJson(text));

  expect(print('{"a":-0}')).toBe(print('{"a":0}'));
  expect(print('{"a":-0.0e5}')).toBe(print('{"a":0}'));
});

test('looks at numbers only, not at text that contains one', () => {
  const text = '{"a":"1e400","1e400":"\\":1e400","b":["9007199254740993",":9007199254740993"]}';

  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('reports the first of many in bounded time', () => {
  // The processor's time: that of the clock is also the other processes'.
  const before = process.cpuUsage();
  const zeros = '0'.repeat(500_000);
  expect(refusedFaults(`[1${zeros}1${zeros}]`)).toEqual([`/0 ${FAULT}`]);
  expect(refusedFaults(`[0.${zeros}1]`)).toEqual([`/0 ${FAULT}`]);
  expect(refusedFaults(`[${Array(100_000).fill('1e400').join(',')}]`)).toHaveLength(21);

  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});
