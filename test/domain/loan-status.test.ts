import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loanTransitions, nextStatus, statusOf } from '../../functions/domain/loan-status.ts';
import type { LoanStanding, LoanStatus, LoanTrigger } from '../../functions/domain/loan-status.ts';

const statuses: LoanStatus[] = ['APPROVED', 'ACTIVE', 'SETTLED'];
const triggers: LoanTrigger[] = ['DISBURSEMENT', 'REPAYMENT', 'INTEREST', 'FEE', 'ADJUSTMENT'];
const standings: LoanStanding[] = (['NOTHING', 'PART', 'ALL'] as const).flatMap((disbursed) =>
  [true, false].map((isOwed) => ({ disbursed, isOwed })),
);

test('a loan is what its amounts say', () => {
  expect(
    standings.map((standing) => [standing.disbursed, standing.isOwed, statusOf(standing)]),
  ).toEqual([
    ['NOTHING', true, 'APPROVED'],
    ['NOTHING', false, 'APPROVED'],
    ['PART', true, 'ACTIVE'],
    ['PART', false, 'ACTIVE'],
    ['ALL', true, 'ACTIVE'],
    ['ALL', false, 'SETTLED'],
  ]);
});

test('of all statuses, triggers and amounts, exactly the rows of the table change the status', () => {
  const moves = statuses.flatMap((from) =>
    triggers.flatMap((by) =>
      standings.map((standing) => ({ from, by, to: nextStatus(from, by, standing), standing })),
    ),
  );
  const changes = moves.filter(({ from, to }) => to !== undefined && to !== from);

  expect(new Set(changes.map(({ from, by, to }) => `${from} ${by} ${to}`))).toEqual(
    new Set(loanTransitions.flatMap(({ from, to, by }) => by.map((one) => `${from} ${one} ${to}`))),
  );
  for (const { from, to, standing } of moves) {
    const isSame = statusOf(standing) === from;
    expect(to === undefined || to === statusOf(standing)).toBe(true);
    expect(isSame ? to : from).toBe(from);
  }
});

test('no accrual brings a settled loan back, an adjustment does', () => {
  const owed: LoanStanding = { disbursed: 'ALL', isOwed: true };

  expect(nextStatus('SETTLED', 'INTEREST', owed)).toBeUndefined();
  expect(nextStatus('SETTLED', 'FEE', owed)).toBeUndefined();
  expect(nextStatus('SETTLED', 'ADJUSTMENT', owed)).toBe('ACTIVE');
});

test('docs/loans.md shows every row of the table', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/loans.md'), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  for (const { from, to, by, when } of loanTransitions) {
    const causes = by.map((one) => (one === 'ADJUSTMENT' ? 'adjustment' : one)).join(' or ');
    expect(rows).toContainEqual(['', from, to, causes, when, '']);
  }
});
