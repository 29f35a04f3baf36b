// What reports of the console share: days in a zone, periods, tables to save, and figures on a chart.
import { expect, test } from '@jest/globals';
import type { GeneralLedgerAccount } from '../../client/client.ts';
import { readWholeList } from '../../console/src/api/list-pages.ts';
import { findExactInstant } from '../../console/src/parts/reports/exactness.ts';
import {
  buildPeriod,
  findPeriodFaults,
  findPeriodName,
} from '../../console/src/parts/reports/periods.ts';
import {
  listOpenRows,
  parseClosedRows,
  toggleClosedRow,
} from '../../console/src/parts/reports/tree-rows.ts';
import { buildChartTree, listChartAccounts } from '../../console/src/pages/chart/chart-tree.ts';
import {
  choosePlotInterval,
  findPlotStart,
  listPlotIntervals,
} from '../../console/src/pages/ledger-account/plot-intervals.ts';
import {
  addDays,
  addMonths,
  findMonthEnd,
  formatDay,
  isCalendarMonth,
} from '../../console/src/values/calendar-dates.ts';
import { formatCsv } from '../../console/src/values/csv.ts';
import { formatMinorUnits } from '../../console/src/values/minor-units.ts';
import { buildPlotScale } from '../../console/src/values/plot-scale.ts';
import { findDay, findDayEnd, findDayStart } from '../../console/src/values/zone-days.ts';
import { fc } from '../support/nouns/properties.ts';

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z', '2026-11-20T18:29:59.999Z'],
  // A day of 23 hours, and one of 25.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  // Summer time starts at midnight: the day starts at one.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
])('%s in %s is from %s to %s', (day, zone, start, end) => {
  expect([findDayStart(day, zone), findDayEnd(day, zone)]).toEqual([start, end]);
  expect([findDay(new Date(start), zone), findDay(new Date(end), zone)]).toEqual([day, day]);
});

test('days and months are counted by the calendar', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-11', 14)).toBe('2028-01');
  expect([findMonthEnd('2026-02'), findMonthEnd('2026-12')]).toEqual(['2026-02-28', '2026-12-31']);
  expect(['2026-12', '2026-13', '2026-1', '2026-01-01'].map(isCalendarMonth)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(formatDay('2026-11-01', 'en-GB')).toBe('1 Nov 2026');
});

test('a period with a name is found by its days', () => {
  const today = '2026-03-15';

  expect(buildPeriod('last-month', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(buildPeriod('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(buildPeriod('last-year', '2026-12-31')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(findPeriodName({ from: '2026-01-01', to: '2026-12-31' }, today)).toBe('year');
  expect(findPeriodName({}, today)).toBe('all');
  expect(findPeriodName({ from: '2026-03-01' }, today)).toBeUndefined();
});

test.each([
  ['', '', {}],
  ['2026-11-01', '', {}],
  ['2026-11-01', '2026-11-01', {}],
  ['2026-11-31', '2026', { from: 'day', to: 'day' }],
  ['2026-11-02', '2026-11-01', { to: 'backwards' }],
])('of the period from %j to %j, the faults are %j', (from, to, faults) => {
  expect(findPeriodFaults(from, to)).toEqual(faults);
});

test('a table is read by spreadsheets as it stands, and never calculated', () => {
  const rows = [
    ['Text', 'Amount'],
    ['Smith, "Ada"\nLtd', '-1250.00'],
    ['=HYPERLINK("http://x")', '0.01'],
    ['+49 30', '-'],
    ['@sum', '-12.5'],
  ];

  expect(formatCsv(rows)).toBe(
    '\ufeffText,Amount\r\n"Smith, ""Ada""\nLtd",-1250.00\r\n"\'=HYPERLINK(""http://x"")",0.01\r\n' +
      "'+49 30,'-\r\n'@sum,'-12.5\r\n",
  );
});

test('a point on a chart is near its amount, at any size, and a tick is an amount', () => {
  const amounts = fc.array(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), { minLength: 1 });
  fc.assert(
    fc.property(amounts, (units) => {
      const scale = buildPlotScale(units.map(formatMinorUnits));
      const furthest = units.reduce((most, each) => (abs(each) > most ? abs(each) : most), 0n);
      for (const each of units) {
        const steps = scale.locate(formatMinorUnits(each));
        expect(Number.isSafeInteger(steps)).toBe(true);
        const drawn = BigInt((scale.findAmount(steps) ?? '').replace('.', ''));
        expect(abs(drawn - each) * 100_000_000n <= furthest).toBe(true);
      }
    }),
  );
  expect(buildPlotScale(['0.01']).findAmount(0.5)).toBeUndefined();
});

const abs = (units: bigint) => (units < 0n ? -units : units);

test('a plot has at most 366 parts, and as many as tell something', () => {
  expect(choosePlotInterval('2026-11-01', '2026-11-30', undefined)).toBe('day');
  expect(choosePlotInterval('2026-01-01', '2026-12-31', undefined)).toBe('month');
  expect(choosePlotInterval('2016-01-01', '2026-12-31', undefined)).toBe('year');
  expect(choosePlotInterval('2026-01-01', '2026-12-31', 'day')).toBe('day');
  expect(choosePlotInterval('2024-01-01', '2025-01-01', 'day')).toBe('month');
  expect(listPlotIntervals('2024-01-01', '2024-12-31')).toEqual(['day', 'month', 'year']);
  expect(listPlotIntervals('1990-01-01', '2026-12-31')).toEqual(['year']);
  expect(findPlotStart(undefined, '2026-11-23')).toBe('2025-12-01');
  expect(findPlotStart('2026-02-03', '2026-11-23')).toBe('2026-02-03');
});

test('figures are exact up to what may still be missing', () => {
  const readAt = new Date('2026-11-20T14:03:35.000Z');

  expect(findExactInstant(readAt, 0)).toBe('2026-11-20T14:03:05.000Z');
  expect(findExactInstant(readAt, 12)).toBe('2026-11-20T14:03:05.000Z');
  expect(findExactInstant(readAt, 42)).toBe('2026-11-20T14:02:53.000Z');
});

interface TestRow {
  readonly id: string;
  readonly children: readonly TestRow[];
}

test('what is closed of a tree is in the address, any code of it', () => {
  const leaf: TestRow = { id: '1000, cash/ü%', children: [] };
  const roots: readonly TestRow[] = [{ id: ' ASSET', children: [leaf] }];
  const closedOne = toggleClosedRow(new Set(), ' ASSET');
  const closedBoth = toggleClosedRow(parseClosedRows(closedOne), leaf.id);

  expect([...parseClosedRows(closedBoth)]).toEqual([' ASSET', leaf.id]);
  expect(listOpenRows(roots, parseClosedRows(closedOne))).toEqual(roots);
  expect(listOpenRows(roots, parseClosedRows(undefined))).toEqual([...roots, leaf]);
  expect(toggleClosedRow(parseClosedRows(closedOne), ' ASSET')).toBeUndefined();
  expect([...parseClosedRows('%E0%A4')]).toEqual(['%E0%A4']);
});

test('a whole list is read to its end, and not beyond its limit', async () => {
  const read = async (cursor: string | undefined) => {
    const page = Number(cursor ?? '0');
    return {
      items: [page * 2, page * 2 + 1],
      nextCursor: page === 2 ? undefined : String(page + 1),
      lagSeconds: undefined,
      summary: `page ${page}`,
    };
  };
  const counts: number[] = [];

  expect(await readWholeList(read, 6, (count) => counts.push(count))).toEqual({
    items: [0, 1, 2, 3, 4, 5],
    summary: 'page 0',
  });
  expect(counts).toEqual([2, 4, 6]);
  await expect(readWholeList(read, 5)).rejects.toThrow('more than 5');
});

function buildChartAccount(code: string, name: string, parent?: string): GeneralLedgerAccount {
  return {
    code,
    name,
    type: 'ASSET',
    normal_side: 'DEBIT',
    status: 'ACTIVE',
    mappings: {},
    version: 1,
    created_at: '2026-11-20T09:30:00.000Z',
    updated_at: '2026-11-20T09:30:00.000Z',
    ...(parent !== undefined && { parent }),
  };
}

test('the chart shows what matches below what it is part of', () => {
  const accounts = [
    buildChartAccount('1', 'Assets'),
    buildChartAccount('10', 'Cash', '1'),
    buildChartAccount('11', 'Bonds', '1'),
    buildChartAccount('2', 'Loans'),
  ];
  const listCodes = (text: string) =>
    listChartAccounts(buildChartTree(accounts, text)).map(({ code }) => code);

  expect(listCodes('')).toEqual(['1', '10', '11', '2']);
  expect(listCodes(' cASH ')).toEqual(['1', '10']);
  expect(listCodes('2')).toEqual(['2']);
  expect(listCodes('gold')).toEqual([]);
});
