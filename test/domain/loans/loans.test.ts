import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import { isBalanced } from '../../../functions/domain/journal/journal.ts';
import { DEFAULT_LOAN_ACCOUNTS } from '../../../functions/domain/loans/ledger-accounts.ts';
import { buildLoanEntryDraft } from '../../../functions/domain/journal/loan-entries.ts';
import {
  applyLoanEffect,
  computeEffect,
  addEffects,
} from '../../../functions/domain/loans/loan-effects.ts';
import { loanStatus } from '../../../functions/domain/loans/transitions.ts';
import { draftLoanTransaction } from '../../../functions/domain/loans/transactions.ts';
import type {
  LoanTransactionDraft,
  LoanTransactionType,
} from '../../../functions/domain/loans/transactions.ts';
import { draftLoan, computeNextMoment, openLoan } from '../../../functions/domain/loans/loans.ts';
import type { Loan } from '../../../functions/domain/loans/loans.ts';
import { formatMoney, toMinorUnits, money } from '../../../functions/domain/values/money.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { fc } from '../../support/nouns/properties.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const text = (minor: bigint) => formatMoney(money(minor, 'EUR'));
const terms = { customer_id: 'c', product_id: 'p', currency: 'EUR' };
const account = openAccount({ ...terms, name: 'n' }, 'acc_1', now).state;

function loanOver(principal: bigint): Loan {
  const draft = draftLoan({ ...terms, account_id: 'acc_1', principal: text(principal) });
  return openLoan(draft, account, 'loan_1', now);
}

type AllocationParts = readonly [principal: bigint, interest: bigint, fees: bigint];

function drafted(type: LoanTransactionType, [principal, interest, fees]: AllocationParts) {
  return draftLoanTransaction(type, {
    amount: text(principal + interest + fees),
    currency: 'EUR',
    allocation: { principal: text(principal), interest: text(interest), fees: text(fees) },
  });
}

const reversalOf = (draft: LoanTransactionDraft): LoanTransactionDraft => {
  return { ...draft, reversesTransactionId: 'txn_1' };
};

// Amounts are small so that histories often meet every limit exactly.
const some = fc.bigInt({ min: 0n, max: 4n });
const aboveZero = fc.bigInt({ min: 1n, max: 4n });
const repaid = fc.tuple(some, some, some).filter((parts) => parts.some((part) => part > 0n));
const anyDraft = fc.oneof(
  aboveZero.map((v) => drafted('DISBURSEMENT', [v, 0n, 0n])),
  aboveZero.map((v) => drafted('INTEREST', [0n, v, 0n])),
  aboveZero.map((v) => drafted('FEE', [0n, 0n, v])),
  repaid.map((parts) => drafted('REPAYMENT', parts)),
);

// The reference: a loan as four whole numbers, with signs of its own, independent of the code.
interface LoanNumbers {
  readonly disbursed: bigint;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
}

function applyToNumbers(
  from: LoanNumbers,
  { type, allocation, ...draft }: LoanTransactionDraft,
): LoanNumbers {
  const isUp = (type === 'REPAYMENT') === (draft.reversesTransactionId !== undefined);
  const by = (amount: typeof allocation.fees) =>
    isUp ? toMinorUnits(amount) : -toMinorUnits(amount);
  return {
    disbursed: from.disbursed + (type === 'DISBURSEMENT' ? by(draft.amount) : 0n),
    principal: from.principal + by(allocation.principal),
    interest: from.interest + by(allocation.interest),
    fees: from.fees + by(allocation.fees),
  };
}

function numbersOf({ state }: Loan): LoanNumbers {
  const { principal, interest, fees } = state.outstanding;
  return {
    disbursed: toMinorUnits(state.disbursed),
    principal: toMinorUnits(principal),
    interest: toMinorUnits(interest),
    fees: toMinorUnits(fees),
  };
}

function refusalFor(numbers: LoanNumbers, principal: bigint): string | undefined {
  if (numbers.disbursed > principal) return 'disbursement_exceeds_principal';
  const { principal: owed, interest, fees } = numbers;
  if ([owed, interest, fees].some((part) => part < 0n)) return 'allocation_exceeds_outstanding';
  return undefined;
}

function statusFor({ disbursed, principal, interest, fees }: LoanNumbers, agreed: bigint): string {
  if (disbursed === 0n) return 'APPROVED';
  return disbursed === agreed && principal + interest + fees === 0n ? 'SETTLED' : 'ACTIVE';
}

function outcome(run: () => Loan): Loan | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

// A step posts a transaction of any amount or of all that is left, reverses an earlier one, or
// corrects one into another.
const step = fc.oneof(
  { weight: 4, arbitrary: anyDraft.map((draft) => ({ kind: 'post' as const, draft })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'disburse the rest' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'repay all' as const }) },
  { weight: 1, arbitrary: fc.nat().map((which) => ({ kind: 'reverse' as const, which })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ which: fc.nat(), share: fc.bigInt({ min: 1n, max: 3n }) })
      .map((correction) => ({ kind: 'correct' as const, ...correction })),
  },
);

const AGREED = 6n;

test('follows every history of postings, reversals and corrections in amounts, status and refusals', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let loan = loanOver(AGREED);
      const standing: LoanTransactionDraft[] = [];
      for (const one of steps) {
        const index = 'which' in one ? one.which % Math.max(standing.length, 1) : undefined;
        const before = numbersOf(loan);
        const posted = draftsOf(one, before, standing[index ?? 0]);
        const [first] = posted;
        if (!first) continue;
        const expected = posted.reduce(applyToNumbers, before);
        const trigger = index === undefined ? first.type : 'ADJUSTMENT';
        const effect = posted.map(computeEffect).reduce(addEffects);
        const after = outcome(() => applyLoanEffect(loan, effect, trigger));
        const isClosed =
          loan.state.status === 'SETTLED' && (trigger === 'INTEREST' || trigger === 'FEE');
        const refusal = refusalFor(expected, AGREED) ?? (isClosed ? 'loan_settled' : undefined);
        if (refusal !== undefined || typeof after === 'string') {
          expect(after).toBe(refusal);
          seen.add(String(refusal));
          continue;
        }
        expect(numbersOf(after)).toEqual(expected);
        expect(after.state.status).toBe(statusFor(expected, AGREED));
        expect(after.state.version).toBe(loan.state.version + 1);
        if (index !== undefined) standing.splice(index, 1);
        standing.push(...posted.filter(({ reversesTransactionId: id }) => id === undefined));
        seen.add(`${loan.state.status} ${after.state.status}`);
        loan = after;
      }
    }),
    { numRuns: 2_000, seed: 20261120 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...Object.values(loanStatus.transitions).map(({ from, to }) => `${from.join()} ${to}`),
      'disbursement_exceeds_principal',
      'allocation_exceeds_outstanding',
      'loan_settled',
    ]),
  );
});

type LoanStep =
  | { readonly kind: 'post'; readonly draft: LoanTransactionDraft }
  | { readonly kind: 'disburse the rest' }
  | { readonly kind: 'repay all' }
  | { readonly kind: 'reverse'; readonly which: number }
  | { readonly kind: 'correct'; readonly which: number; readonly share: bigint };

function draftsOf(
  one: LoanStep,
  { disbursed, ...owed }: LoanNumbers,
  target?: LoanTransactionDraft,
): LoanTransactionDraft[] {
  if (one.kind === 'post') return [one.draft];
  if (one.kind === 'disburse the rest') {
    return disbursed < AGREED ? [drafted('DISBURSEMENT', [AGREED - disbursed, 0n, 0n])] : [];
  }
  if (one.kind === 'repay all') {
    const { principal, interest, fees } = owed;
    const isOwed = principal + interest + fees > 0n;
    return isOwed ? [drafted('REPAYMENT', [principal, interest, fees])] : [];
  }
  if (!target) return [];
  if (one.kind === 'reverse') return [reversalOf(target)];
  const { allocation } = target;
  const part = (name: 'principal' | 'interest' | 'fees') =>
    toMinorUnits(allocation[name]) * one.share;
  const replacement = drafted(target.type, [part('principal'), part('interest'), part('fees')]);
  return [reversalOf(target), replacement];
}

test('a transaction and its reversal leave the loan unchanged', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const both = addEffects(computeEffect(draft), computeEffect(reversalOf(draft)));
      const loan = loanOver(AGREED);

      const after = applyLoanEffect(loan, both, 'ADJUSTMENT');

      expect(numbersOf(after)).toEqual(numbersOf(loan));
      expect(after.state.status).toBe('APPROVED');
    }),
  );
});

test('judges a correction by its net effect, not by the reversal alone', () => {
  const all = drafted('DISBURSEMENT', [6n, 0n, 0n]);
  const half = drafted('REPAYMENT', [3n, 0n, 0n]);
  const paidOut = applyLoanEffect(loanOver(AGREED), computeEffect(all), 'DISBURSEMENT');
  const loan = applyLoanEffect(paidOut, computeEffect(half), 'REPAYMENT');
  const correctedTo = (principal: bigint) =>
    addEffects(
      computeEffect(reversalOf(all)),
      computeEffect(drafted('DISBURSEMENT', [principal, 0n, 0n])),
    );

  const reversed = outcome(() =>
    applyLoanEffect(loan, computeEffect(reversalOf(all)), 'ADJUSTMENT'),
  );
  const corrected = applyLoanEffect(loan, correctedTo(3n), 'ADJUSTMENT');
  const tooLow = outcome(() => applyLoanEffect(loan, correctedTo(2n), 'ADJUSTMENT'));

  expect(reversed).toBe('allocation_exceeds_outstanding');
  expect(numbersOf(corrected)).toEqual({ disbursed: 3n, principal: 0n, interest: 0n, fees: 0n });
  expect(tooLow).toBe('allocation_exceeds_outstanding');
});

test('every transaction posts a balanced entry that changes the receivables as it changes the loan', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const entry = buildLoanEntryDraft(loanOver(AGREED), draft);

      const change = (code: string) =>
        entry.ledgerLines
          .filter(({ accountCode }) => accountCode === code)
          .reduce(
            (sum, { side, amount }) =>
              sum + (side === 'DEBIT' ? toMinorUnits(amount) : -toMinorUnits(amount)),
            0n,
          );
      const { outstanding } = computeEffect(draft);
      expect(isBalanced(entry.ledgerLines)).toBe(true);
      expect(change('LOANS_RECEIVABLE')).toBe(toMinorUnits(outstanding.principal));
      expect(change('INTEREST_RECEIVABLE')).toBe(toMinorUnits(outstanding.interest));
      expect(change('FEES_RECEIVABLE')).toBe(toMinorUnits(outstanding.fees));
      const posted = entry.postings.map(({ direction, amount }) =>
        direction === 'CREDIT' ? toMinorUnits(amount) : -toMinorUnits(amount),
      );
      expect(posted.reduce((sum, amount) => sum + amount, 0n)).toBe(-change('CUSTOMER_DEPOSITS'));
      expect(posted).toHaveLength(['DISBURSEMENT', 'REPAYMENT'].includes(draft.type) ? 1 : 0);
    }),
  );
});

test('a product may replace the default account codes', () => {
  const codes = { ...DEFAULT_LOAN_ACCOUNTS, interest_income: '7010' };

  const entry = buildLoanEntryDraft(loanOver(AGREED), drafted('INTEREST', [0n, 5n, 0n]), codes);

  expect(entry.ledgerLines.map(({ accountCode }) => accountCode)).toEqual([
    'INTEREST_RECEIVABLE',
    '7010',
  ]);
});

test('every change of a loan is later than the one before, even if the clock goes back', () => {
  const loan = loanOver(AGREED);

  expect(computeNextMoment(loan, new Date(now.getTime() - 5_000))).toEqual(
    new Date(now.getTime() + 1),
  );
  expect(computeNextMoment(loan, now)).toEqual(new Date(now.getTime() + 1));
  expect(computeNextMoment(loan, new Date(now.getTime() + 9))).toEqual(new Date(now.getTime() + 9));
});
