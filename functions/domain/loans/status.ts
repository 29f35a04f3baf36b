// What a loan's amounts make of its status, and what may change it (transitions.ts).
import type { LoanTransactionType } from './transactions.ts';
import { loanStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { LoanStatus, LoanTransition } from './transitions.ts';

/** What may change a loan's amounts: a transaction of a type, or an approved adjustment of one. */
export type LoanTrigger = LoanTransactionType | 'ADJUSTMENT';

/** What may take each way. */
export const LOAN_TRIGGERS: Readonly<Record<LoanTransition, readonly LoanTrigger[]>> = {
  'pay out': ['DISBURSEMENT'],
  settle: ['REPAYMENT', 'ADJUSTMENT'],
  reopen: ['ADJUSTMENT'],
  'take back': ['ADJUSTMENT'],
};

/** What of a loan's amounts its status depends on. */
export interface LoanStanding {
  readonly disbursed: 'NOTHING' | 'PART' | 'ALL';
  readonly isOwed: boolean;
}

/** The status that a loan with these amounts has. */
export function deriveLoanStatus({ disbursed, isOwed }: LoanStanding): LoanStatus {
  if (disbursed === 'NOTHING') return 'APPROVED';
  return disbursed === 'ALL' && !isOwed ? 'SETTLED' : 'ACTIVE';
}

/** The status after the trigger has brought the loan here; undefined when it may not do that. */
export function findNextLoanStatus(
  from: LoanStatus,
  trigger: LoanTrigger,
  standing: LoanStanding,
): LoanStatus | undefined {
  const to = deriveLoanStatus(standing);
  const ways = (Object.keys(LOAN_TRIGGERS) as LoanTransition[]).filter((way) =>
    LOAN_TRIGGERS[way].includes(trigger),
  );
  const isAllowed = ways.some((way) => findNextState(loanStatus, from, way) === to);
  return to === from || isAllowed ? to : undefined;
}
