// The parts of the mutation run that decide what is tried and what counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  formatPlace,
  isChosen,
  listFiles,
  NOT_CHOSEN,
  toMutantPlace,
} from '../../tools/mutation/chosen-mutants.ts';
import {
  addScores,
  digestSource,
  refuseChangedSources,
  scoreMutants,
} from '../../tools/mutation/mutation.ts';
import { TRIED_FILE, TriedMutants } from '../../tools/mutation/tried-mutants.ts';
import { formatTestId, groupByFile, matchNames } from '../../tools/mutation/test-ids.ts';

const ALL = { oneIn: 1, seed: 1 };

function buildMutant(line: number, status: 'Killed' | 'Survived' | 'NoCoverage' | 'RuntimeError') {
  const location = { start: { line, column: 1 }, end: { line, column: 9 } };
  const names = { mutatorName: 'ConditionalExpression', replacement: 'false' };
  return { id: String(line), fileName: 'values/money.ts', location, status, ...names };
}

test('a draw takes about one of N mutants, the same ones each time, others by another seed', () => {
  const mutants = Array.from({ length: 2_000 }, (_, line) => buildMutant(line, 'Killed'));
  const draw = (seed: number) => mutants.filter((mutant) => isChosen({ oneIn: 10, seed }, mutant));

  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).length).toBeGreaterThan(140);
  expect(draw(1).length).toBeLessThan(260);
  expect(mutants.filter((mutant) => isChosen(ALL, mutant))).toHaveLength(2_000);
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

test('a mutant is chosen where it is tried if it is in the results, in a clone of any folder', () => {
  const { location, ...mutant } = buildMutant(8, 'Killed');
  const { start, end } = location;
  const tried = {
    ...mutant,
    fileName: '/clone/values/money.ts',
    location: {
      start: { line: start.line - 1, column: start.column - 1 },
      end: { line: end.line - 1, column: end.column - 1 },
    },
  };

  expect(toMutantPlace(tried, '/clone')).toEqual({ ...mutant, location });
});

test('there is no score if a chosen mutant was not tried', () => {
  const mutant = { ...buildMutant(1, 'RuntimeError'), statusReason: NOT_CHOSEN };

  expect(() => scoreMutants([mutant], ALL)).toThrow('Mutant 1 is chosen and was not tried.');
});

test('a mutant that was not drawn counts neither as noticed nor as survivor', () => {
  const draw = { oneIn: 10, seed: 1 };
  const mutants = Array.from({ length: 100 }, (_, line) => buildMutant(line, 'Survived'));

  const { tried, survivors } = scoreMutants(mutants, draw);

  expect(tried).toBe(mutants.filter((mutant) => isChosen(draw, mutant)).length);
  expect(survivors).toHaveLength(tried);
});

test('a run that is interrupted leaves the mutants that it has tried, and none of an earlier one', () => {
  const root = mkdtempSync(join(tmpdir(), 'tried-mutants-'));
  const mutants = [2, 3, 4].map((line) => buildMutant(line, line === 3 ? 'Survived' : 'Killed'));
  const choice = { places: mutants.slice(0, 2).map(formatPlace) };
  const start = () => new TriedMutants({ countinghouse: { choice, tests: [], root } });
  start().onMutantTested(buildMutant(2, 'NoCoverage'));
  const reporter = start();

  for (const mutant of mutants) {
    reporter.onMutantTested({ ...mutant, fileName: join(root, mutant.fileName) });
  }

  const lines = readFileSync(join(root, TRIED_FILE), 'utf8').split('\n').filter(Boolean);
  const names = { mutatorName: 'ConditionalExpression', replacement: 'false' };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { fileName: 'values/money.ts', line: 2, column: 1, ...names, status: 'Killed' },
    { fileName: 'values/money.ts', line: 3, column: 1, ...names, status: 'Survived' },
  ]);
  rmSync(root, { recursive: true });
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

test('what a run leaves is tried again, and the score is of both', () => {
  const first = [1, 2, 3, 4].map((line) => buildMutant(line, line === 1 ? 'Killed' : 'Survived'));
  const { tried, survivors } = scoreMutants(first, ALL);
  const left = { tried, places: survivors.map(formatPlace) };
  // The other tests notice one of them, and do not load with another.
  const second = [
    buildMutant(1, 'Survived'),
    buildMutant(2, 'Killed'),
    buildMutant(3, 'RuntimeError'),
    buildMutant(4, 'NoCoverage'),
  ];

  const score = addScores(left, scoreMutants(second, left));

  expect(listFiles(left)).toEqual(['values/money.ts']);
  expect(score).toMatchObject({ tried: 3, noticed: 2, survivors: [{ id: '4' }] });
});

test('what a run left is not tried in sources that were changed since', () => {
  const fileName = 'functions/domain/values/money.ts';
  const places = [formatPlace({ ...buildMutant(9, 'Survived'), fileName })];
  const left = { tried: 1, places };

  const digests = { [fileName]: digestSource(fileName) ?? '' };
  expect(() => refuseChangedSources({ ...left, digests })).not.toThrow();
  for (const other of [{ digests: { [fileName]: 'another' } }, {}]) {
    expect(() => refuseChangedSources({ ...left, ...other })).toThrow(
      `${fileName} was changed since the run before: run its draw again.`,
    );
  }
});
