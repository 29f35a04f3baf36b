// The rows of a chart of accounts: what each says by itself, and the codes that it has in other charts.
import { expect, test } from '@jest/globals';
import { ChartFile, findAccountRowFaults } from '../../../functions/domain/imports/chart-file.ts';

const buildRecord = (members: Readonly<Record<string, string>> = {}) => {
  return { code: '1000', name: 'Cash', type: 'ASSET', ...members };
};

const listFaults = (members: Readonly<Record<string, string>>) =>
  findAccountRowFaults(buildRecord(members), 'text').map(({ field, code }) => `${field} ${code}`);

const buildPairs = (count: number) =>
  Array.from({ length: count }, (_, index) => `chart${index}=${index}`).join(';');

test.each([
  ['one chart twice', 'HGB=1600; HGB=1610'],
  ['two codes for one chart', 'HGB=1600=1610'],
  ['a chart without a code', 'SAF-T=0110; HGB'],
  ['an empty code', 'HGB='],
  ['a code without a chart', '=1600'],
  ['a name of 65 characters', `${'n'.repeat(65)}=1`],
  ['a code of 129 characters', `HGB=${'1'.repeat(129)}`],
  ['more than fifty charts', buildPairs(51)],
])('refuses mappings with %s', (_, mappings) => {
  expect(listFaults({ mappings })).toEqual(['mappings not_mappings']);
});

test.each<[string, object]>([
  ['', {}],
  [' HGB = 1600 ;SAF-T=0110; ', { HGB: '1600', 'SAF-T': '0110' }],
  [`${'n'.repeat(64)}=${'1'.repeat(128)}`, { ['n'.repeat(64)]: '1'.repeat(128) }],
])('takes the mappings %j', (mappings, expected) => {
  const record = buildRecord({ mappings });
  const [account] = new ChartFile([{ row: 1, record }], new Map()).definitions;

  expect(listFaults({ mappings })).toEqual([]);
  expect(account?.request.mappings).toEqual(expected);
});

test('takes fifty mappings', () => {
  expect(listFaults({ mappings: buildPairs(50) })).toEqual([]);
});

test.each(['Cash\nbox', 'Cash\tbox', 'Cash\u2028box'])('refuses the name %j', (name) => {
  expect(listFaults({ name })).toEqual(['name not_one_line']);
});
