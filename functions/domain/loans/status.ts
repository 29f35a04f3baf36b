// Derives a loan's status from its amounts and limits what may change it (transitions.ts).
import type { LoanTransactionType } from './transactions.ts';
import { loanStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { LoanStatus, LoanTransition } from './transitions.ts';

/** What may change a loan's amounts: a transaction of a type, or an approved adjustment of one. */
export type LoanTrigger = LoanTransactionType | 'ADJUSTMENT';

/** The triggers that may take each transition. */
export const LOAN_TRIGGERS: Readonly<Record<LoanTransition, readonly LoanTrigger[]>> = {
  'pay out': ['DISBURSEMENT'],
  settle: ['REPAYMENT', 'ADJUSTMENT'],
  reopen: ['ADJUSTMENT'],
  'take back': ['ADJUSTMENT'],
};

/** The facts that a loan's status depends on. */
export interface LoanStanding {
  readonly disbursed: 'NOTHING' | 'PART' | 'ALL';
  readonly isOwed: boolean;
}

/** Derives the status from the amounts. */
export function deriveLoanStatus({ disbursed, isOwed }: LoanStanding): LoanStatus {
  if (disbursed === 'NOTHING') return 'APPROVED';
  return disbursed === 'ALL' && !isOwed ? 'SETTLED' : 'ACTIVE';
}

/** Returns the status after the trigger; undefined when the trigger may not cause that transition. */
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
