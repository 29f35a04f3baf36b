// A year is closed on the balances of its own months, and only when these contain every entry of its periods.
import { expect, test } from '@jest/globals';
import type { Period } from '../../../functions/domain/general-ledger/periods.ts';
import type { ProjectedLine } from '../../../functions/domain/projections/general-ledger.ts';
import {
  addCounter,
  countLine,
  listCountedPeriods,
  NO_MOVEMENT,
} from '../../../functions/domain/projections/ledger-counters.ts';
import type { Counter } from '../../../functions/domain/projections/ledger-counters.ts';
import {
  computeYearBalances,
  findUncountedPeriod,
} from '../../../functions/domain/projections/year-balances.ts';

type YearLine = Pick<ProjectedLine, 'accountCode' | 'currency' | 'date' | 'side' | 'amount'>;

/** The two lines of an entry, in minor units. */
function move(amount: bigint, date: string, currency = 'EUR'): YearLine[] {
  return [
    { accountCode: '6000', currency, date, side: 'DEBIT', amount },
    { accountCode: '1000', currency, date, side: 'CREDIT', amount },
  ];
}

function countRows(lines: readonly YearLine[]) {
  const rows = new Map<string, Record<string, Counter>>();
  for (const line of lines) {
    for (const { row, period } of listCountedPeriods(line as ProjectedLine)) {
      const counters = rows.get(row) ?? {};
      counters[period] = addCounter(counters[period] ?? NO_MOVEMENT, countLine(line));
      rows.set(row, counters);
    }
  }
  return rows;
}

/** A closed period with these sums by currency. */
function closePeriod(period: string, sums: Readonly<Record<string, string>>): Period {
  const totals = Object.entries(sums).map(([currency, sum]) => {
    const both = { total_debits: sum, total_credits: sum };
    return { currency, journal_entries: 1, ...both, digest: '' };
  });
  return { period, state: 'CLOSED', totals, version: 2 };
}

const JANUARY = closePeriod('2025-01', { EUR: '5.00', USD: '7.00' });
const FEBRUARY = closePeriod('2025-02', { EUR: '2.00' });
const WHOLE = [
  ...move(500n, '2025-01-31'),
  ...move(700n, '2025-01-01', 'USD'),
  ...move(200n, '2025-02-01'),
];

test.each<[string, readonly YearLine[], string | undefined]>([
  ['all entries', WHOLE, undefined],
  ['all but one of a currency', [...move(300n, '2025-01-31'), ...WHOLE.slice(2)], '2025-01'],
  ['nothing of a currency', WHOLE.filter(({ currency }) => currency === 'EUR'), '2025-01'],
  ['nothing of a period', WHOLE.slice(0, 4), '2025-02'],
  ['nothing at all', [], '2025-01'],
  ['an entry more', [...WHOLE, ...move(1n, '2025-02-28')], '2025-02'],
  ['a currency more', [...WHOLE, ...move(1n, '2025-02-28', 'CHF')], '2025-02'],
  ['one side of an entry', [...WHOLE.slice(0, 5), ...WHOLE.slice(6)], '2025-02'],
  ['the other side of an entry', [...WHOLE.slice(0, 4), ...WHOLE.slice(5)], '2025-02'],
])('rows with %s', (_, lines, expected) => {
  expect(findUncountedPeriod(countRows(lines), [JANUARY, FEBRUARY])).toBe(expected);
});

test('a period without entries has none to count', () => {
  const empty = closePeriod('2025-03', {});

  expect(findUncountedPeriod(countRows(WHOLE), [empty])).toBeUndefined();
});

test('the balances are those of the months of the year, of each account with lines in them', () => {
  const others = [...move(9n, '2024-12-31'), ...move(9n, '2025-03-01')];
  const even = { accountCode: '7000', currency: 'EUR', date: '2025-02-01', amount: 4n };
  const lines = [
    ...WHOLE,
    ...others,
    { ...even, side: 'DEBIT' as const },
    { ...even, side: 'CREDIT' as const },
    { ...even, side: 'DEBIT' as const, accountCode: '8000', date: '2025-03-01' },
  ];
  const balances = computeYearBalances(countRows(lines), ['2025-01', '2025-02']);

  const found = balances.map(({ accountCode, currency, balance }) => [
    `${accountCode} ${currency}`,
    balance,
  ]);
  expect(Object.fromEntries(found)).toEqual({
    '1000 EUR': -700n,
    '1000 USD': -700n,
    '6000 EUR': 700n,
    '6000 USD': 700n,
    '7000 EUR': 0n,
  });
});
