// Random conditions: each is refused with a position or ends within its step limit, with the same
// outcome every time.
import { expect, test } from '@jest/globals';
import { STEPS_MAX } from '../../../functions/domain/cel/budget.ts';
import { Decimal } from '../../../functions/domain/cel/decimal.ts';
import { CelFault } from '../../../functions/domain/cel/cel-fault.ts';
import { compileExpression } from '../../../functions/domain/cel/expression.ts';
import { fc } from '../../support/nouns/properties.ts';

const variables = {
  amount: Decimal.parse('1000.50'),
  posting: { direction: 'DEBIT', reference: 'rent' },
  context: JSON.parse('{"list":[1,"2",[3.5,null]],"__proto__":{"a":true},"text":"x"}') as object,
  now: new Date('2026-11-20T00:00:00Z'),
};

const leaf = fc.constantFrom(
  'amount',
  'posting',
  'context',
  'context.list',
  'context.__proto__.a',
  'posting.direction',
  'now',
  'x',
  'missing',
  '0',
  '1000.50',
  '"1000.50"',
  '9223372036854775807',
  '"text"',
  'true',
  'null',
  '[]',
  '{}',
  'duration("1h")',
);

const { tree } = fc.letrec<{ tree: string }>((tie) => {
  const of = (...parts: (string | 'E')[]) =>
    fc
      .tuple(...parts.map((part) => (part === 'E' ? tie('tree') : fc.constant(part))))
      .map((made) => made.join(''));
  return {
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      leaf,
      ...['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', ' in ', '&&', '||'].map((op) =>
        of('(', 'E', op, 'E', ')'),
      ),
      of('(', 'E', '?', 'E', ':', 'E', ')'),
      of('!', 'E'),
      of('-', 'E'),
      of('[', 'E', ',', 'E', ']'),
      of('{', 'E', ':', 'E', '}'),
      of('E', '[', 'E', ']'),
      of('E', '.constructor'),
      ...['all', 'exists', 'exists_one', 'filter', 'map'].map((name) =>
        of('E', `.${name}(x, `, 'E', ')'),
      ),
      of('cel.bind(x, ', 'E', ', ', 'E', ')'),
      ...['size', 'string', 'int', 'decimal', 'timestamp', 'abs'].map((name) =>
        of(`${name}(`, 'E', ')'),
      ),
      of('round(', 'E', ', ', 'E', ')'),
      of('E', '.contains(', 'E', ')'),
    ),
  };
});

test('every condition ends within its limit, with the same outcome twice', () => {
  let evaluated = 0;
  fc.assert(
    fc.property(tree, (source) => {
      const made = read(source);
      if (!made) return;
      evaluated += 1;
      const outcome = made.evaluate(variables);
      // One step may cover a whole text or list: their size is limited too.
      expect(outcome.steps).toBeLessThan(STEPS_MAX + 20_000);
      expect(made.evaluate(variables)).toEqual(outcome);
    }),
    { numRuns: 3_000, seed: 20_261_120 },
  );
  expect(evaluated).toBeGreaterThan(1_000);
});

test('every text is parsed or refused with a position within it', () => {
  const tokens = fc.constantFrom(
    ...'()[]{}.,:?!-+*/%<>=&|"\'\\ \n0123456789eExuabn_$é😀'.split(''),
  );
  const soup = fc.oneof(fc.string({ unit: tokens, maxLength: 60 }), fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(soup, tree, fc.nat(200), (noise, source, at) => {
      read(noise);
      read(source.slice(0, at) + noise + source.slice(at));
    }),
    { numRuns: 3_000, seed: 20_261_120 },
  );
});

function read(source: string) {
  try {
    return compileExpression(source);
  } catch (error) {
    expect(error).toBeInstanceOf(CelFault);
    const { offset } = error as CelFault;
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(source.length);
    return undefined;
  }
}
