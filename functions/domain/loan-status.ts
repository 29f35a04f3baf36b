// The states of a loan as data: the code, its exhaustive test and docs/loans.md follow this table.
import type { LoanTransactionType } from './loan-transactions.ts';

export type LoanStatus = 'APPROVED' | 'ACTIVE' | 'SETTLED';

/** What may change a loan's amounts: a transaction of a type, or an approved adjustment of one. */
export type LoanTrigger = LoanTransactionType | 'ADJUSTMENT';

export interface LoanTransition {
  readonly from: LoanStatus;
  readonly to: LoanStatus;
  readonly by: readonly LoanTrigger[];
  readonly when: string;
}

/** Every change of a loan's status; a trigger that leaves the status as it is needs no row. */
export const loanTransitions: readonly LoanTransition[] = [
  {
    from: 'APPROVED',
    to: 'ACTIVE',
    by: ['DISBURSEMENT'],
    when: 'The first part of the principal is paid out.',
  },
  {
    from: 'ACTIVE',
    to: 'SETTLED',
    by: ['REPAYMENT', 'ADJUSTMENT'],
    when: 'All of the principal has been paid out, and nothing is outstanding.',
  },
  {
    from: 'SETTLED',
    to: 'ACTIVE',
    by: ['ADJUSTMENT'],
    when: 'Something is outstanding again.',
  },
  {
    from: 'ACTIVE',
    to: 'APPROVED',
    by: ['ADJUSTMENT'],
    when: 'The only disbursement is taken back.',
  },
];

/** What of a loan's amounts its status depends on. */
export interface LoanStanding {
  readonly disbursed: 'NOTHING' | 'PART' | 'ALL';
  readonly isOwed: boolean;
}

/** The status that a loan with these amounts has. */
export function statusOf({ disbursed, isOwed }: LoanStanding): LoanStatus {
  if (disbursed === 'NOTHING') return 'APPROVED';
  return disbursed === 'ALL' && !isOwed ? 'SETTLED' : 'ACTIVE';
}

/** The status after the trigger has brought the loan here; undefined when it may not do that. */
export function nextStatus(
  from: LoanStatus,
  trigger: LoanTrigger,
  standing: LoanStanding,
): LoanStatus | undefined {
  const to = statusOf(standing);
  const isAllowed = loanTransitions.some(
    (row) => row.from === from && row.to === to && row.by.includes(trigger),
  );
  return to === from || isAllowed ? to : undefined;
}
