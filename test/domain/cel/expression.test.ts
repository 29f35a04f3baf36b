import { expect, test } from '@jest/globals';
import {
  requireExpression,
  compileExpression,
  evaluateCondition,
} from '../../../functions/domain/cel/expression.ts';
import { Decimal } from '../../../functions/domain/cel/decimal.ts';

const variables = {
  posting: { direction: 'DEBIT', reference: 'Rent May' },
  amount: Decimal.parse('1500.00'),
  currency: 'EUR',
  context: JSON.parse('{"__proto__":{"x":1},"tags":["a","b"],"n":3,"none":null}') as object,
  now: new Date('2026-11-20T19:14:02.997Z'),
};

function valueOf(source: string): unknown {
  const outcome = compileExpression(source).evaluate(variables);
  return 'error' in outcome ? outcome.error : outcome.value;
}

test.each([
  ['posting.direction == "DEBIT" && amount > 1000 && currency in ["EUR", "USD"]', true],
  ['posting.reference.startsWith("Rent") ? amount / 2 == 750 : false', true],
  ['has(posting.reference) && !has(posting.note)', true],
  ['context.tags.exists(tag, tag == "b") && context.tags.all(tag, tag < "c")', true],
  ['context.tags.map(tag, tag + "!") == ["a!", "b!"] && size(context.tags) == 2', true],
  ['[1, 2, 3].filter(n, n > 1) == [2, 3] && [1, 2].exists_one(n, n == 1)', true],
  ['now.getFullYear() == 2026 && now > timestamp("2026-11-20T00:00:00Z")', true],
  ['now + duration("24h") > now && now - now == duration("0s")', true],
  ['cel.bind(limit, amount * 2, limit == 3000)', true],
  ['{"a": 1, "b": [amount]}.b[0] == "1500.00"', true],
  ['false && missing || currency == "EUR"', true],
  ['missing && false', false],
  ['context["n"] == 3 && context.none == null', true],
])('%s', (source, expected) => {
  expect(valueOf(source)).toBe(expected);
});

test('treats names like __proto__ and constructor as data', () => {
  expect(valueOf('context.__proto__.x')).toBe(1n);
  expect(valueOf('posting.__proto__')).toBe('there is no member __proto__');
  expect(valueOf('posting.constructor')).toBe('there is no member constructor');
  expect(valueOf('posting["constructor"]')).toBe('there is no member constructor');
  expect(valueOf('{"a": 1}.constructor')).toBe('there is no member constructor');
  expect(valueOf('{"__proto__": 7}.__proto__')).toBe(7n);
  expect(valueOf('context.tags.length')).toBe('a list is indexed by a whole number');
  expect(valueOf('constructor')).toBe('there is no variable constructor here');
  expect(valueOf('toString')).toBe('there is no variable toString here');
  expect(valueOf('currency.length')).toBe('string has no members');
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test.each([
  ['amount >', 'line 1, column 9: Unexpected token: EOF'],
  ['amount > 1 &&\n  currency = "EUR"', 'line 2, column 12: Unexpected character: ='],
  ['"open', 'line 1, column 1: Unterminated string'],
  ['amount.constructor("x")', 'line 1, column 1: there is no function constructor'],
  ['__proto__()', 'line 1, column 1: Reserved identifier: __proto__'],
  ['amount > 1 && evil(1)', 'line 1, column 15: there is no function evil'],
  ['posting.reference.matches("(a+)+")', 'line 1, column 1: there is no function matches'],
  ['size(1, 2)', 'line 1, column 1: size() takes 1 arguments'],
  ['1u', 'line 1, column 1: unsigned numbers and bytes are not supported'],
  ['[1].exists(1, true)', 'line 1, column 12: [1]'],
  ['has(amount)', 'line 1, column 1: has() takes one member, as in has(a.b)'],
])('refuses %j at creation and names the position', (source, detail) => {
  const wanted = detail.endsWith('[1]') ? detail.slice(0, -3) : `/condition ${detail}`;
  expect(() => requireExpression(source, '/condition')).toThrow(
    expect.objectContaining({
      code: 'invalid_expression',
      message: expect.stringContaining(wanted),
    }),
  );
});

test.each([
  ['parentheses', `${'('.repeat(400)}true${')'.repeat(400)}`, 'nests too deep'],
  ['brackets', `${'['.repeat(400)}${']'.repeat(400)}`, 'nests too deep'],
  ['signs', `${'!'.repeat(400)}true`, 'nests deeper than 100 levels'],
  ['a chain', Array.from({ length: 120 }, () => 'true').join(' && '), 'nests deeper than 100'],
  ['many parts', `[${'1,'.repeat(900)}1]`, 'is too large'],
  ['length', `"${'x'.repeat(2_000)}" == ""`, 'is longer than 2000 characters'],
])('refuses an expression with too much: %s', (_, source, detail) => {
  expect(() => requireExpression(source, '/condition')).toThrow(detail);
});

test('reports run-time errors with their position', () => {
  const judged = (source: string) => evaluateCondition(compileExpression(source), variables);

  expect(judged('amount > 1 && acount.balance > 2')).toMatchObject({
    error: 'there is no variable acount here',
    position: { line: 1, column: 15, offset: 14 },
  });
  expect(judged('posting.direction > 1')).toMatchObject({
    error: '> cannot take string and int (decimal() makes a number of text)',
  });
  expect(judged('amount > "much"')).toMatchObject({ error: '> cannot take decimal and string' });
  expect(judged('amount')).toMatchObject({
    error: 'a condition must be true or false, not decimal',
  });
  expect(judged('amount && true')).toMatchObject({ error: 'must be true or false, not decimal' });
});

test('counts steps for reading large data, however often and however little is used', () => {
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]));
  const text = 'x'.repeat(200_000);
  const many = `[${Array.from({ length: 100 }, (_, n) => n).join(',')}]`;

  for (const condition of [
    `${many}.all(n, wide.exists(key, true))`,
    `${many}.all(n, size(wide) > 0)`,
    `${many}.all(n, text == other)`,
    `${many}.all(n, text.contains("y") || true)`,
    `${many}.all(n, text < other || true)`,
  ]) {
    const outcome = evaluateCondition(compileExpression(condition), {
      wide,
      text,
      other: `${text.slice(1)}y`,
    });
    expect(outcome).toMatchObject({ error: 'takes more than 10000 steps' });
  }
});

test('limits the steps, and no operator hides the excess', () => {
  const ten = `[${Array.from({ length: 10 }, (_, n) => n).join(',')}]`;
  const loop = (depth: number): string =>
    depth === 0 ? 'x0 >= 0' : `${ten}.all(x${depth - 1}, ${loop(depth - 1)})`;
  const outcome = compileExpression(`${loop(6)} || true`).evaluate({});
  const doubling = `cel.bind(a, "${'x'.repeat(500)}", ${'cel.bind(a, a + a, '.repeat(30)}a${')'.repeat(30)})`;

  expect(outcome).toMatchObject({ error: 'takes more than 10000 steps' });
  expect(outcome.steps).toBeLessThan(10_100);
  expect(compileExpression(doubling).evaluate({})).toMatchObject({
    error: expect.stringMatching(/more than 10000/),
  });
});
