import type { StateMachine } from '../values/state-machine.ts';

export type PeriodState = 'OPEN' | 'CLOSING' | 'CLOSED' | 'FAILED';
export type PeriodTrigger = 'close' | 'complete' | 'fail' | 'reopen';

/** Closing takes a while: the period is summed once no posting can be under way in it (ADR 088). */
export const periodState: StateMachine<PeriodState, PeriodTrigger> = {
  title: 'State of an accounting period',
  states: ['OPEN', 'CLOSING', 'CLOSED', 'FAILED'],
  initial: 'OPEN',
  transitions: {
    close: {
      from: ['OPEN', 'FAILED'],
      to: 'CLOSING',
      condition: 'a request is approved, and the period has ended',
    },
    complete: { from: ['CLOSING'], to: 'CLOSED', condition: 'its entries are summed' },
    fail: {
      from: ['CLOSING'],
      to: 'FAILED',
      condition: 'its entries cannot be summed, or one was posted too late',
    },
    reopen: { from: ['CLOSED'], to: 'OPEN', condition: 'a request is approved' },
  },
};
