import type { StateMachine } from '../values/state-machine.ts';

export type AccountStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';
export type AccountTransition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

/** See docs/contract.md, Account lifecycle. */
export const accountStatus: StateMachine<AccountStatus, AccountTransition> = {
  title: 'Account status',
  states: ['ACTIVE', 'FROZEN', 'CLOSED'],
  initial: 'ACTIVE',
  transitions: {
    FREEZE: { from: ['ACTIVE'], to: 'FROZEN' },
    UNFREEZE: { from: ['FROZEN'], to: 'ACTIVE' },
    CLOSE: { from: ['ACTIVE', 'FROZEN'], to: 'CLOSED', condition: 'balance 0.00, no loan open' },
  },
};
