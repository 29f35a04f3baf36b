// The parts of the mutation run that decide what is tried and what counts.
import { expect, test } from '@jest/globals';
import { isDrawn, NOT_DRAWN, toMutantPlace } from '../../tools/mutation/drawn-mutants.ts';
import { scoreMutants } from '../../tools/mutation/mutation.ts';
import { formatTestId, groupByFile, matchNames } from '../../tools/mutation/test-ids.ts';

const ALL = { oneIn: 1, seed: 1 };

function buildMutant(line: number, status: 'Killed' | 'Survived' | 'NoCoverage' | 'RuntimeError') {
  const location = { start: { line, column: 1 }, end: { line, column: 9 } };
  const names = { mutatorName: 'ConditionalExpression', replacement: 'false' };
  return { id: String(line), fileName: '/repository/money.ts', location, status, ...names };
}

test('a draw takes about one of N mutants, the same ones each time, others by another seed', () => {
  const mutants = Array.from({ length: 2_000 }, (_, line) => buildMutant(line, 'Killed'));
  const draw = (seed: number) => mutants.filter((mutant) => isDrawn({ oneIn: 10, seed }, mutant));

  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).length).toBeGreaterThan(140);
  expect(draw(1).length).toBeLessThan(260);
  expect(mutants.filter((mutant) => isDrawn(ALL, mutant))).toHaveLength(2_000);
});

test('the score counts what no test noticed or reached, and no mutant that is invalid', () => {
  const mutants = [
    buildMutant(1, 'Killed'),
    buildMutant(2, 'Survived'),
    buildMutant(3, 'NoCoverage'),
    buildMutant(4, 'RuntimeError'),
  ];

  const { tried, noticed, survivors } = scoreMutants(mutants, ALL);

  expect({ tried, noticed }).toEqual({ tried: 3, noticed: 1 });
  expect(survivors.map(({ id }) => id)).toEqual(['2', '3']);
});

test('a mutant is drawn where it is tried if it is in the results, where lines and columns begin at 1', () => {
  const { location, ...mutant } = buildMutant(8, 'Killed');
  const { start, end } = location;
  const tried = {
    ...mutant,
    location: {
      start: { line: start.line - 1, column: start.column - 1 },
      end: { line: end.line - 1, column: end.column - 1 },
    },
  };

  expect(toMutantPlace(tried)).toEqual({ ...mutant, location });
});

test('there is no score if a drawn mutant was not tried', () => {
  const mutant = { ...buildMutant(1, 'RuntimeError'), statusReason: NOT_DRAWN };

  expect(() => scoreMutants([mutant], ALL)).toThrow('Mutant 1 is drawn and was not tried.');
});

test('a mutant that was not drawn counts neither as noticed nor as survivor', () => {
  const draw = { oneIn: 10, seed: 1 };
  const mutants = Array.from({ length: 100 }, (_, line) => buildMutant(line, 'Survived'));

  const { tried, survivors } = scoreMutants(mutants, draw);

  expect(tried).toBe(mutants.filter((mutant) => isDrawn(draw, mutant)).length);
  expect(survivors).toHaveLength(tried);
});

test('tests are grouped by file in the given order, and their names match exactly', () => {
  const ids = [
    formatTestId('/test/slow.test.ts', 'a total (of all) is exact'),
    formatTestId('/test/fast.test.ts', 'rounds 0.5 :: up'),
    formatTestId('/test/slow.test.ts', 'a total'),
  ];

  const [fast, slow] = groupByFile(ids, ['/test/fast.test.ts', '/test/slow.test.ts']);

  expect(fast).toEqual({ file: '/test/fast.test.ts', names: ['rounds 0.5 :: up'] });
  expect(slow?.names).toEqual(['a total (of all) is exact', 'a total']);
  const pattern = new RegExp(matchNames(slow?.names ?? []));
  expect(pattern.test('a total (of all) is exact')).toBe(true);
  expect(pattern.test('a total')).toBe(true);
  expect(pattern.test('a total of all')).toBe(false);
});
