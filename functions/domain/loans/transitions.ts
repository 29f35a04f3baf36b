import type { StateMachine } from '../values/state-machine.ts';

export type LoanStatus = 'APPROVED' | 'ACTIVE' | 'SETTLED';
export type LoanTransition = 'pay out' | 'settle' | 'reopen' | 'take back';

/** The amounts of a loan determine its status; these are the transitions that their changes may cause. */
export const loanStatus: StateMachine<LoanStatus, LoanTransition> = {
  title: 'Loan status',
  states: ['APPROVED', 'ACTIVE', 'SETTLED'],
  initial: 'APPROVED',
  transitions: {
    'pay out': {
      from: ['APPROVED'],
      to: 'ACTIVE',
      condition: 'DISBURSEMENT of the first part of the principal',
    },
    settle: {
      from: ['ACTIVE'],
      to: 'SETTLED',
      condition: 'REPAYMENT or adjustment: all is paid out and nothing outstanding',
    },
    reopen: {
      from: ['SETTLED'],
      to: 'ACTIVE',
      condition: 'adjustment: something is outstanding again',
    },
    'take back': {
      from: ['ACTIVE'],
      to: 'APPROVED',
      condition: 'adjustment of the only DISBURSEMENT',
    },
  },
};
