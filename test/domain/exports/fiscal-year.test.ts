// A fiscal year of the journal: what slices of it leave adds up, and each year starts where the year
// before it ended.
import { expect, test } from '@jest/globals';
import type { ExportScope } from '../../../functions/domain/exports/export-scope.ts';
import { fecFormat } from '../../../functions/domain/exports/fec/fec-format.ts';
import {
  FiscalYearReader,
  formatObstacles,
  openFiscalYear,
} from '../../../functions/domain/exports/fiscal-year.ts';
import type {
  FiscalYearRules,
  OpeningEntry,
} from '../../../functions/domain/exports/fiscal-year.ts';
import type { LedgerLine } from '../../../functions/domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { money, toMinorUnits } from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';

const rules = fecFormat.fiscalYear as FiscalYearRules;

const scopeOf = (year: number): ExportScope => ({
  legalBasisCode: 'FEC-552100554',
  periodFrom: `${year}-01-01`,
  periodTo: `${year}-12-31`,
  encoding: 'UTF-8',
});

interface Transfer {
  readonly codes: readonly [debited: string, credited: string];
  readonly minor: bigint;
  readonly day: string;
}

function buildEntry({ codes: [debited, credited], minor, day }: Transfer): JournalEntry {
  const amount = money(minor, 'XXX');
  return {
    id: `jrn_${day}`,
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: debited, side: 'DEBIT', amount },
      { accountCode: credited, side: 'CREDIT', amount },
    ],
    postings: [],
    effectiveDate: day,
    postedBy: 'ada',
    correlationId: 'x',
    postedAt: '2026-11-22T00:00:00.000Z',
  };
}

/** Reads the journal in two slices; returns the lines of the year and the balances before it. */
function readYear(journal: readonly JournalEntry[], year: number, cut = 0) {
  const scope = scopeOf(year);
  const lines: LedgerLine[] = [];
  const findings = [journal.slice(0, cut), journal.slice(cut)].map((slice) => {
    const reader = new FiscalYearReader(rules, scope);
    lines.push(...slice.filter((entry) => reader.read(entry)).flatMap((one) => one.ledgerLines));
    return reader.findings;
  });
  return { lines, ...openFiscalYear(findings, rules, scope) };
}

function sumLines(lines: readonly LedgerLine[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { accountCode, side, amount } of lines) {
    const minor = toMinorUnits(amount);
    const signed = side === 'DEBIT' ? minor : -minor;
    sums.set(accountCode, (sums.get(accountCode) ?? 0n) + signed);
  }
  return sums;
}

const linesOf = (opening: OpeningEntry | undefined) => opening?.ledgerLines ?? [];

/** What the balances at the end of a year bring forward, the result on 120 and 129 as one. */
function closeYear(lines: readonly LedgerLine[]): Record<string, bigint> {
  const closed = new Map<string, bigint>();
  for (const [code, sum] of sumLines(lines)) {
    const account = /^(?:[67]|12[09]$)/.test(code) ? 'result' : code;
    closed.set(account, (closed.get(account) ?? 0n) + sum);
  }
  return Object.fromEntries([...closed].filter(([, sum]) => sum !== 0n));
}

const transfers = fc.array(
  fc.record({
    codes: fc.tuple(
      fc.constantFrom('101', '512000', '607', '707', '129'),
      fc.constantFrom('120', '419', '607', '901'),
    ),
    minor: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    day: fc.constantFrom('2023-12-31', '2024-01-01', '2024-12-31', '2025-01-01', '2026-01-01'),
  }),
);

test('each year starts where the year before it ended, however the journal is sliced', () => {
  fc.assert(
    fc.property(transfers, fc.nat(), (given, cut) => {
      const journal = given.map(buildEntry);
      const [before, after] = [readYear(journal, 2024, cut), readYear(journal, 2025, cut)];
      const total = [...sumLines(linesOf(after.opening)).values()].reduce((a, b) => a + b, 0n);

      expect(closeYear(linesOf(after.opening))).toEqual(
        closeYear([...linesOf(before.opening), ...before.lines]),
      );
      expect(linesOf(after.opening).some(({ accountCode }) => /^[67]/.test(accountCode))).toBe(
        false,
      );
      expect(total).toBe(0n);
    }),
  );
});

test('names what keeps the year from being stated once, in the order of the journal', () => {
  const transfer = { minor: 1n, day: '2025-06-30' } as const;
  const journal = [
    buildEntry({ ...transfer, codes: ['CASH', '707'] }),
    { ...buildEntry({ ...transfer, codes: ['512', '707'] }), currency: 'USD' },
    buildEntry({ ...transfer, codes: ['CASH', '7'] }),
    buildEntry({ ...transfer, codes: ['512\t', '707'], day: '2024-06-30' }),
  ];
  const { obstacles, opening } = readYear(journal, 2025, 2);

  expect(opening).toBeUndefined();
  expect(obstacles.map(({ names, hasMore }) => [names, hasMore])).toEqual([
    [['CASH', '7'], false],
    [['jrn_2025-06-30 (USD)'], false],
    [['"512\\t"'], false],
  ]);
  expect(formatObstacles(obstacles)).toContain('These do not: CASH, 7. A FEC states euro amounts');
});

test('a year leaves out the entries that close it, and the next brings their result forward once', () => {
  const sale = buildEntry({ codes: ['512000', '706000'], minor: 500n, day: '2025-06-30' });
  const closing = {
    ...buildEntry({ codes: ['706000', '120000'], minor: 500n, day: '2025-12-31' }),
    generalLedgerRequestId: 'glr_1',
  };

  expect(readYear([sale, closing], 2025).lines).toEqual(sale.ledgerLines);
  expect(sumLines(linesOf(readYear([sale, closing], 2026).opening))).toEqual(
    new Map([
      ['120000', -500n],
      ['512000', 500n],
    ]),
  );
});
