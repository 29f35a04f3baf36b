import type { Machine } from '../values/state-machine.ts';

export type AccountStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';
export type AccountTransition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

/** See docs/contract.md, Account lifecycle. */
export const accountStatus: Machine<AccountStatus, AccountTransition> = {
  title: 'Account status',
  states: ['ACTIVE', 'FROZEN', 'CLOSED'],
  initial: 'ACTIVE',
  ways: {
    FREEZE: { from: ['ACTIVE'], to: 'FROZEN' },
    UNFREEZE: { from: ['FROZEN'], to: 'ACTIVE' },
    CLOSE: { from: ['ACTIVE', 'FROZEN'], to: 'CLOSED', condition: 'balance 0.00, no loan open' },
  },
};
