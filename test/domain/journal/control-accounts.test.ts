// The control accounts of an entry: expected from the postings, found on the lines.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  computeControlDifferences,
  DEFAULT_CONTROL_CODES,
  reverseDifferences,
} from '../../../functions/domain/journal/control-accounts.ts';
import type { ControlTerms } from '../../../functions/domain/journal/control-accounts.ts';
import type { EntryDraft, LedgerLine } from '../../../functions/domain/journal/entry-draft.ts';
import { DEFAULT_LOAN_ACCOUNTS } from '../../../functions/domain/loans/ledger-accounts.ts';
import type { Direction } from '../../../functions/domain/values/direction.ts';
import { money, toMinorUnits } from '../../../functions/domain/values/money.ts';

/** The deposits code of each account: two products, one code each. */
const DEPOSITS: Readonly<Record<string, string>> = { ada: '2100', bob: '2100', eve: '2200' };

const terms: ControlTerms = {
  controlCodes: new Set([...DEFAULT_CONTROL_CODES, '2100', '2200', '2300']),
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

test('a reversal takes back exactly the differences of its original', () => {
  fc.assert(
    fc.property(movements, (given) => {
      const differences = computeControlDifferences(draft(given), terms);
      const reversal: EntryDraft = {
        ...draft({ postings: [], lines: [] }),
        entryType: 'REVERSAL',
        reversedDifferences: reverseDifferences(differences),
      };

      const reversed = computeControlDifferences(reversal, terms);

      const flat = (of: typeof differences, by: bigint) =>
        of.map((one) => [
          one.accountCode,
          by * toMinorUnits(one.expected),
          by * toMinorUnits(one.found),
        ]);
      expect(flat(reversed, -1n)).toEqual(flat(differences, 1n));
    }),
  );
});
