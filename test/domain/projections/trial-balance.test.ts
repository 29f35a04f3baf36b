// Rows of counters give the same balances as the lines themselves, on any day and as of any commit.
import { expect, test } from '@jest/globals';
import type { ProjectedLine } from '../../../functions/domain/projections/general-ledger.ts';
import {
  addToRow,
  countLine,
  EMPTY_ROW,
  formatRowName,
  listCountedPeriods,
  parseRowName,
  readCountersAt,
} from '../../../functions/domain/projections/ledger-counters.ts';
import type {
  CounterRow,
  Counters,
} from '../../../functions/domain/projections/ledger-counters.ts';
import {
  areRowsConsistent,
  computeAccountBalance,
  listRowRanges,
  listSubjects,
} from '../../../functions/domain/projections/trial-balance.ts';
import { ACCOUNT_CODE_PATTERN } from '../../../functions/domain/values/text-patterns.ts';
import { fc } from '../../support/nouns/properties.ts';

type MovedLine = Pick<ProjectedLine, 'accountCode' | 'currency' | 'date' | 'side' | 'amount'>;

const day = fc
  .date({ min: new Date('2024-11-01'), max: new Date('2027-02-28'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const line: fc.Arbitrary<MovedLine> = fc.record({
  accountCode: fc.constantFrom('1000', '1000#EUR', 'T'),
  currency: fc.constantFrom('EUR', 'XXX'),
  date: fc.oneof(day, fc.constantFrom('0001-01-01', '9999-12-31', '2026-11-30', '2026-12-01')),
  side: fc.constantFrom('DEBIT', 'CREDIT'),
  amount: fc.bigInt(1n, 10n ** 37n),
});

/** The rows after one commit for each list of lines. */
function countCommits(commits: readonly (readonly MovedLine[])[]): Map<string, CounterRow> {
  const rows = new Map<string, CounterRow>();
  commits.forEach((lines, index) => {
    const changes = lines.flatMap((one) =>
      listCountedPeriods(one as ProjectedLine).map(({ row, period }) => {
        return { row, change: { commit: BigInt(index + 1), period, ...countLine(one) } };
      }),
    );
    for (const [row, all] of Map.groupBy(changes, (one) => one.row)) {
      const before = rows.get(row) ?? EMPTY_ROW;
      rows.set(
        row,
        addToRow(
          before,
          all.map(({ change }) => change),
        ),
      );
    }
  });
  return rows;
}

const atEnd = (rows: ReadonlyMap<string, CounterRow>) =>
  new Map([...rows].map(([name, { counters }]) => [name, counters]));

const sum = (lines: readonly MovedLine[], side: string) =>
  lines.filter((one) => one.side === side).reduce((total, { amount }) => total + amount, 0n);

test('balances of any period equal a recount of the lines', () => {
  const commits = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 20 });
  fc.assert(
    fc.property(commits, fc.option(day, { nil: undefined }), day, (all, from, to) => {
      fc.pre(from === undefined || from <= to);
      const rows = atEnd(countCommits(all));
      for (const subject of listSubjects(rows)) {
        const own = all
          .flat()
          .filter(({ accountCode }) => accountCode === subject.accountCode)
          .filter(({ currency }) => currency === subject.currency);
        const before = own.filter(({ date }) => from !== undefined && date < from);
        const through = own.filter(({ date }) => date <= to);
        const within = through.filter(({ date }) => from === undefined || date >= from);
        expect(computeAccountBalance(rows, subject, { from, to })).toEqual(
          through.length === 0
            ? undefined
            : {
                accountCode: subject.accountCode,
                currency: subject.currency,
                opening: sum(before, 'DEBIT') - sum(before, 'CREDIT'),
                debits: sum(within, 'DEBIT'),
                credits: sum(within, 'CREDIT'),
                closing: sum(through, 'DEBIT') - sum(through, 'CREDIT'),
              },
        );
      }
      expect(areRowsConsistent(rows, listSubjects(rows), listRowRanges([to]))).toBe(true);
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

const isNotZero = ([, { lines }]: [string, { lines: bigint }]) => lines !== 0n;

const withoutZeros = (counters: Counters) =>
  Object.fromEntries(Object.entries(counters).filter(isNotZero));

test('a row goes back to an earlier commit, or reports that it cannot', () => {
  const commits = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 14,
  });
  fc.assert(
    fc.property(commits, fc.nat(13), (all, back) => {
      const commit = Math.max(0, all.length - back);
      const rows = countCommits(all);
      const earlier = countCommits(all.slice(0, commit));
      for (const [name, row] of rows) {
        const counters = readCountersAt(row, BigInt(commit));
        const later = row.commit - BigInt(commit);
        if (counters === undefined) expect(later).toBeGreaterThan(8n);
        else expect(withoutZeros(counters)).toEqual(earlier.get(name)?.counters ?? {});
      }
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

test('notices a row of another commit', () => {
  const rows = atEnd(
    countCommits([
      [
        { accountCode: '1', currency: 'EUR', date: '2026-11-22', side: 'DEBIT', amount: 5n },
        { accountCode: '1', currency: 'EUR', date: '2026-10-01', side: 'DEBIT', amount: 7n },
      ],
    ]),
  );
  const ranges = listRowRanges(['2026-11-22']);
  const isConsistentWithout = (name: string) => {
    const others = new Map([...rows].filter(([other]) => other !== name));
    return areRowsConsistent(others, listSubjects(rows), ranges);
  };

  expect(areRowsConsistent(rows, listSubjects(rows), ranges)).toBe(true);
  expect(isConsistentWithout('M#2026-11#1#EUR')).toBe(false);
  expect(isConsistentWithout('Y#2026#1#EUR')).toBe(false);
  expect(isConsistentWithout('T#1#EUR')).toBe(false);
});

test('the name of a row gives back its subject, whatever the code', () => {
  const subject = fc.record({
    accountCode: fc.stringMatching(new RegExp(ACCOUNT_CODE_PATTERN, 'u')),
    currency: fc.stringMatching(/^[A-Z]{3}$/),
    period: fc.constantFrom(['years', ''], ['months', '2026'], ['days', '2026-11']),
  });
  fc.assert(
    fc.property(subject, ({ accountCode, currency, period: [level, within] }) => {
      const named = { level: level as 'years', within: within as string, accountCode, currency };
      expect(parseRowName(formatRowName(named))).toEqual(named);
    }),
  );
});
