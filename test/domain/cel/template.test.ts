import { expect, test } from '@jest/globals';
import { Budget } from '../../../functions/domain/cel/budget.ts';
import { Decimal } from '../../../functions/domain/cel/decimal.ts';
import { requireTemplate } from '../../../functions/domain/cel/template.ts';

const variables = {
  context: { account_id: 'acc_1', fee: '2.50', months: 3, map: { a: [1] } },
  amount: Decimal.parse('1000.5'),
};

function render(json: unknown, given: Record<string, unknown> = variables): unknown {
  const rendered = requireTemplate(json, '/parameters').render(given);
  return 'error' in rendered ? rendered : rendered.value;
}

test('replaces a text that is one expression by its value and formats the others', () => {
  const json = {
    account_id: '${context.account_id}',
    amount: '${round(decimal(context.fee) * context.months, 2)}',
    text: 'Fee of ${amount} for ${context.months} months: ${"}" + "{"} ${ {"a": 1}.a }',
    list: ['${context.months}', '${context.map}', 7, null, true],
    plain: 'no expression, $5 and $${context}',
  };

  expect(render(json)).toEqual({
    account_id: 'acc_1',
    amount: '7.50',
    text: 'Fee of 1000.50 for 3 months: }{ 1',
    list: [3, { a: [1] }, 7, null, true],
    plain: 'no expression, $5 and ${context}',
  });
});

test('treats members named like parts of a prototype as data', () => {
  const json = JSON.parse('{"__proto__": "${1 + 1}", "constructor": "x"}') as object;
  const made = render(json) as object;

  expect(JSON.stringify(made)).toBe('{"__proto__":2,"constructor":"x"}');
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  expect(JSON.stringify(render('${ {"__proto__": 1} }'))).toBe('{"__proto__":1}');
});

test.each([
  [{ a: ['x', 'see ${1 +}'] }, '/parameters/a/1 line 1, column 10: Unexpected token: EOF'],
  ['${ open', '/parameters line 1, column 1: ${ is not closed'],
  [{ 'a/b': '${evil()}' }, '/parameters/a~1b line 1, column 3: there is no function evil'],
  [Array.from({ length: 101 }, () => '${1}'), 'more than 100 expressions'],
])('refuses %j at creation', (json, detail) => {
  expect(() => requireTemplate(json, '/parameters')).toThrow(detail);
});

test('names the text that failed', () => {
  expect(render({ a: { b: '${missing}' } })).toMatchObject({
    error: 'there is no variable missing here',
    pointer: '/parameters/a/b',
    position: { line: 1, column: 1 },
  });
  expect(render('${1.0 / 3}')).toMatchObject({ error: 'number without an end: use round()' });
});

test('counts steps for formatting: a small expression cannot build a large value', () => {
  const bomb = `\${cel.bind(a, [1, 1], ${'cel.bind(a, [a, a], '.repeat(30)}a${')'.repeat(30)})}`;
  const budget = new Budget();

  expect(requireTemplate(bomb, '').render({}, budget)).toMatchObject({
    error: 'takes more than 10000 steps',
  });
  expect(budget.spent).toBeLessThan(10_100);
});

test('lets several templates share one budget', () => {
  const budget = new Budget(12);
  const template = requireTemplate('${1 + 1 + 1 + 1}', '');

  expect(template.render({}, budget)).toMatchObject({ value: 4, steps: 8 });
  expect(template.render({}, budget)).toMatchObject({ error: 'takes more than 12 steps' });
});
