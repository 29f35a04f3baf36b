// The control accounts of an entry: expected from the postings, found on the lines.
import { expect, test } from '@jest/globals';
import {
  computeControlDifferences,
  DEFAULT_CONTROL_CODES,
} from '../../../functions/domain/journal/control-accounts.ts';
import type { ControlTerms } from '../../../functions/domain/journal/control-accounts.ts';
import type {
  ControlDifference,
  EntryDraft,
  LedgerLine,
} from '../../../functions/domain/journal/entry-draft.ts';
import { DEFAULT_LOAN_ACCOUNTS } from '../../../functions/domain/loans/ledger-accounts.ts';
import { buildReversalDraft } from '../../../functions/domain/requests/adjustment-drafts.ts';
import type { Direction } from '../../../functions/domain/values/direction.ts';
import { money, toMinorUnits } from '../../../functions/domain/values/money.ts';
import { fc } from '../../support/nouns/properties.ts';

/** The deposits code of each account: two products, one code each. */
const DEPOSITS: Readonly<Record<string, string>> = { ada: '2100', bob: '2100', eve: '2200' };

const terms: ControlTerms = {
  controlCodes: new Set([...DEFAULT_CONTROL_CODES, '2100', '2200', '2300']),
  formerCodes: [],
  codesOf: (id) => ({ ...DEFAULT_LOAN_ACCOUNTS, customer_deposits: DEPOSITS[id] ?? '' }),
  loanCodes: DEFAULT_LOAN_ACCOUNTS,
};

const side = fc.constantFrom('DEBIT' as const, 'CREDIT' as const);
const minor = fc.bigInt({ min: 1n, max: 10n ** 37n });
const posting = fc.record({ accountId: fc.constantFrom('ada', 'bob', 'eve'), side, minor });
const line = fc.record({ code: fc.constantFrom('1000', '2100', '2200', '2300'), side, minor });

const toLine = (one: { code: string; side: Direction; minor: bigint }): LedgerLine => {
  return { accountCode: one.code, side: one.side, amount: money(one.minor, 'EUR') };
};

interface Movements {
  readonly postings: readonly {
    readonly accountId: string;
    readonly side: Direction;
    readonly minor: bigint;
  }[];
  readonly lines: readonly {
    readonly code: string;
    readonly side: Direction;
    readonly minor: bigint;
  }[];
}

const draft = ({ postings, lines }: Movements): EntryDraft => ({
  entryType: 'POSTING',
  currency: 'EUR',
  ledgerLines: lines.map(toLine),
  postings: postings.map((one) => {
    return { accountId: one.accountId, direction: one.side, amount: money(one.minor, 'EUR') };
  }),
});

const movements = fc.record({ postings: fc.array(posting), lines: fc.array(line) });
const sign = (of: 'DEBIT' | 'CREDIT') => (of === 'CREDIT' ? 1n : -1n);

test('names each control account whose lines differ from its postings, and no other', () => {
  fc.assert(
    fc.property(movements, ({ postings, lines }) => {
      const expected = new Map(['2100', '2200', '2300'].map((code) => [code, 0n]));
      const found = new Map(expected);
      for (const { accountId, side: of, minor: value } of postings) {
        const code = DEPOSITS[accountId] ?? '';
        expected.set(code, (expected.get(code) ?? 0n) + sign(of) * value);
      }
      for (const { code, side: of, minor: value } of lines) {
        if (code !== '1000') found.set(code, (found.get(code) ?? 0n) + sign(of) * value);
      }
      const different = [...expected].filter(([code, value]) => found.get(code) !== value);

      const differences = computeControlDifferences(draft({ postings, lines }), terms);

      expect(
        differences.map((one) => [
          one.accountCode,
          toMinorUnits(one.expected),
          toMinorUnits(one.found),
        ]),
      ).toEqual(different.map(([code, value]) => [code, value, found.get(code)]));
    }),
  );
});

test('lines that mirror the postings never differ', () => {
  fc.assert(
    fc.property(fc.array(posting), (postings) => {
      const lines = postings.map((one) => ({ ...one, code: DEPOSITS[one.accountId] ?? '' }));
      expect(computeControlDifferences(draft({ postings, lines }), terms)).toEqual([]);
    }),
  );
});

/** The reversal of the entry, which recorded these differences. */
const reverse = (
  { entryType: _, ...entry }: EntryDraft,
  recorded: readonly ControlDifference[] = [],
): EntryDraft =>
  buildReversalDraft(
    {
      ...entry,
      id: 'jrn_1',
      entryType: 'POSTING',
      postings: entry.postings.map((one) => {
        return { ...one, entryId: 'ent_1', sequence: 1, balanceAfter: one.amount };
      }),
      effectiveDate: '2026-01-31',
      postedBy: 'ada',
      correlationId: 'test',
      postedAt: '2026-01-31T12:00:00.000Z',
      controlDifferences: recorded,
    },
    'far_1',
    'Mistake',
  );

const flatten = (differences: readonly ControlDifference[], by = 1n) =>
  differences.map((one) => [
    one.accountCode,
    by * toMinorUnits(one.expected),
    by * toMinorUnits(one.found),
  ]);

test('a reversal takes back exactly the differences of its original', () => {
  fc.assert(
    fc.property(movements, (given) => {
      const differences = computeControlDifferences(draft(given), terms);

      const reversed = computeControlDifferences(reverse(draft(given), differences), terms);

      expect(flatten(reversed, -1n)).toEqual(flatten(differences));
    }),
  );
});

test('a reversal posts under the control accounts of its own time', () => {
  const moved: ControlTerms = {
    ...terms,
    controlCodes: new Set([...DEFAULT_CONTROL_CODES, '2300']),
    formerCodes: ['2100'],
    codesOf: () => ({ ...DEFAULT_LOAN_ACCOUNTS, customer_deposits: '2300' }),
  };
  const entry = draft({
    postings: [{ accountId: 'ada', side: 'CREDIT', minor: 100n }],
    lines: [{ code: '2100', side: 'CREDIT', minor: 100n }],
  });

  expect(flatten(computeControlDifferences(reverse(entry), moved))).toEqual([
    ['2100', 0n, -100n],
    ['2300', -100n, 0n],
  ]);
  // Another entry may have lines on the former code.
  expect(flatten(computeControlDifferences(entry, moved))).toEqual([['2300', 100n, 0n]]);
});

test('a reversal takes back a difference on a code that controls nothing any more', () => {
  const lines = [{ code: '2300', side: 'CREDIT', minor: 5n } as const];
  const entry = draft({ postings: [], lines });
  const differences = computeControlDifferences(entry, terms);
  const without = { ...terms, controlCodes: DEFAULT_CONTROL_CODES };

  const reversed = computeControlDifferences(reverse(entry, differences), without);

  expect(flatten(reversed)).toEqual([['2300', 0n, -5n]]);
});

test.each([
  ['DISBURSEMENT', 'DEBIT'],
  ['REPAYMENT', 'CREDIT'],
] as const)('the reversal of a %s matches under the codes of its loan', (type, of) => {
  const zero = money(0n, 'EUR');
  const allocation = { principal: money(100n, 'EUR'), interest: zero, fees: zero };
  const lines = [{ code: 'LOANS_RECEIVABLE', side: of, minor: 100n } as const];
  const loanEntry = { loanId: 'loan_1', accountId: 'ada', type, allocation };
  const entry: EntryDraft = { ...draft({ postings: [], lines }), loanEntry };
  const loanCodes = { ...DEFAULT_LOAN_ACCOUNTS, loans_receivable: '1500' };

  expect(computeControlDifferences(entry, terms)).toEqual([]);
  expect(computeControlDifferences(reverse(entry), terms)).toEqual([]);
  const by = of === 'CREDIT' ? 1n : -1n;
  expect(flatten(computeControlDifferences(reverse(entry), { ...terms, loanCodes }), -by)).toEqual([
    ['1500', 100n, 0n],
    ['LOANS_RECEIVABLE', 0n, 100n],
  ]);
});
