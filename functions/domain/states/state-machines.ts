// All state machines, for the documentation and for the tests that try every state and trigger.
import { accountStatus } from '../accounts/transitions.ts';
import { batchStatus } from '../batches/transitions.ts';
import { loanStatus } from '../loans/transitions.ts';
import { decisionStatus } from '../requests/transitions.ts';
import type { Machine } from '../values/state-machine.ts';

/** In the order in which docs/states.md draws them. */
export const stateMachines: readonly Machine[] = [
  accountStatus,
  decisionStatus,
  loanStatus,
  batchStatus,
];
