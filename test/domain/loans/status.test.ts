import { expect, test } from '@jest/globals';
import {
  LOAN_TRIGGERS,
  findNextLoanStatus,
  deriveLoanStatus,
} from '../../../functions/domain/loans/status.ts';
import type { LoanStanding, LoanTrigger } from '../../../functions/domain/loans/status.ts';
import { loanStatus } from '../../../functions/domain/loans/transitions.ts';
import type { LoanTransition } from '../../../functions/domain/loans/transitions.ts';

const { states, transitions: ways } = loanStatus;
const triggers: LoanTrigger[] = ['DISBURSEMENT', 'REPAYMENT', 'INTEREST', 'FEE', 'ADJUSTMENT'];
const standings: LoanStanding[] = (['NOTHING', 'PART', 'ALL'] as const).flatMap((disbursed) =>
  [true, false].map((isOwed) => ({ disbursed, isOwed })),
);

test('derives the status of a loan from its amounts', () => {
  expect(
    standings.map((standing) => [standing.disbursed, standing.isOwed, deriveLoanStatus(standing)]),
  ).toEqual([
    ['NOTHING', true, 'APPROVED'],
    ['NOTHING', false, 'APPROVED'],
    ['PART', true, 'ACTIVE'],
    ['PART', false, 'ACTIVE'],
    ['ALL', true, 'ACTIVE'],
    ['ALL', false, 'SETTLED'],
  ]);
});

test('changes the status for exactly the rows of the table, over all statuses, triggers and amounts', () => {
  const moves = states.flatMap((from) =>
    triggers.flatMap((by) =>
      standings.map((standing) => ({
        from,
        by,
        to: findNextLoanStatus(from, by, standing),
        standing,
      })),
    ),
  );
  const changes = moves.filter(({ from, to }) => to !== undefined && to !== from);

  expect(new Set(changes.map(({ from, by, to }) => `${from} ${by} ${to}`))).toEqual(
    new Set(
      (Object.keys(ways) as LoanTransition[]).flatMap((way) =>
        LOAN_TRIGGERS[way].map((by) => `${ways[way].from.join()} ${by} ${ways[way].to}`),
      ),
    ),
  );
  for (const { from, to, standing } of moves) {
    const isSame = deriveLoanStatus(standing) === from;
    expect(to === undefined || to === deriveLoanStatus(standing)).toBe(true);
    expect(isSame ? to : from).toBe(from);
  }
});

test('an adjustment reopens a settled loan, an accrual does not', () => {
  const owed: LoanStanding = { disbursed: 'ALL', isOwed: true };

  expect(findNextLoanStatus('SETTLED', 'INTEREST', owed)).toBeUndefined();
  expect(findNextLoanStatus('SETTLED', 'FEE', owed)).toBeUndefined();
  expect(findNextLoanStatus('SETTLED', 'ADJUSTMENT', owed)).toBe('ACTIVE');
});
