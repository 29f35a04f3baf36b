import type { StateMachine } from '../values/state-machine.ts';

export type DecisionStatus = 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';
export type DecisionOutcome = 'apply' | 'fail' | 'reject' | 'withdraw';

/** A request is decided once and then never changes (docs/contract.md, Maker and checker). */
export const decisionStatus: StateMachine<DecisionStatus, DecisionOutcome> = {
  title: 'Decision of a request',
  states: ['PENDING_APPROVAL', 'APPLIED', 'REJECTED', 'FAILED'],
  initial: 'PENDING_APPROVAL',
  transitions: {
    apply: { from: ['PENDING_APPROVAL'], to: 'APPLIED', condition: 'approved, not by the maker' },
    fail: {
      from: ['PENDING_APPROVAL'],
      to: 'FAILED',
      condition: 'approved, not by the maker, but no longer possible',
    },
    reject: { from: ['PENDING_APPROVAL'], to: 'REJECTED' },
    withdraw: { from: ['PENDING_APPROVAL'], to: 'REJECTED', condition: 'by the maker' },
  },
};
