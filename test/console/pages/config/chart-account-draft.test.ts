// An account of the chart as it is typed.
import { expect, test } from '@jest/globals';
import {
  describeChartAccount,
  findChartAccountFaults,
  placeChartAccountFaults,
  toChartAccountInput,
} from '../../../../console/src/pages/config/chart/account-draft.ts';

const TIME = '2026-11-20T12:00:00.000Z';
const account = {
  code: '1100',
  name: 'Cash in hand',
  type: 'ASSET',
  parent: '1000',
  currency: 'EUR',
  status: 'CLOSED',
  mappings: { HGB: '1600', 'SAF-T': '0110' },
  version: 2,
  created_at: TIME,
  updated_at: TIME,
} as const;
const CHART = [{ code: '1000' }, account, { code: '1110', parent: '1100' }];

test('an account that is shown and sent again is the same', () => {
  const input = toChartAccountInput(account);
  expect(findChartAccountFaults(input, CHART, false)).toEqual({});
  const { name, type, parent, currency, status, mappings } = account;
  expect(describeChartAccount(input)).toEqual({ name, type, parent, currency, status, mappings });
});

test.each([
  ['code', { code: '1000  CASH' }],
  ['code', { code: 'x'.repeat(65) }],
  ['code', { code: '1000\u200b' }],
  ['code', { code: '1110' }],
  ['name', { name: ' ' }],
  ['type', { type: '' }],
  ['currency', { currency: 'EURO' }],
  ['parent', { parent: '9999' }],
])('a fault of %s is found: %j', (field, part) => {
  const input = { ...toChartAccountInput(account), code: '1200', ...part };
  expect(Object.keys(findChartAccountFaults(input, CHART, true))).toEqual([field]);
});

test('an account is part neither of itself nor of one below it', () => {
  for (const parent of ['1100', '1110']) {
    const input = { ...toChartAccountInput(account), parent };
    expect(Object.keys(findChartAccountFaults(input, CHART, false))).toEqual(['parent']);
  }
});

test('each other chart has one code, and what the API requires of it stands there', () => {
  const mappings = ['HGB', 'HGB '].map((chart, at) => ({ id: `${at}`, chart, code: '' }));
  const input = { ...toChartAccountInput(account), mappings };
  expect(Object.keys(findChartAccountFaults(input, CHART, false)).toSorted()).toEqual([
    '0.chart',
    '0.code',
    '1.chart',
    '1.code',
  ]);
  const faults = [
    { path: ['mappings', 'HGB'], requirement: 'must be shorter' },
    { path: ['mappings'], requirement: 'must not have the name' },
    { path: ['name'], requirement: 'must be shorter' },
  ];
  expect(placeChartAccountFaults(input, faults)).toEqual({
    '0.code': 'This must be shorter.',
    mappings: 'This must not have the name.',
    name: 'This must be shorter.',
  });
});
