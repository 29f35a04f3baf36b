// All state machines, for the documentation and for the tests that try every state and trigger.
import { accountStatus } from '../accounts/transitions.ts';
import { batchStatus } from '../batches/transitions.ts';
import { periodState } from '../general-ledger/transitions.ts';
import { loanStatus } from '../loans/transitions.ts';
import { decisionStatus } from '../requests/transitions.ts';
import { deliveryState } from '../webhooks/transitions.ts';
import type { StateMachine } from '../values/state-machine.ts';

/** In the order in which docs/states.md draws them. */
export const stateMachines: readonly StateMachine[] = [
  accountStatus,
  decisionStatus,
  loanStatus,
  batchStatus,
  periodState,
  deliveryState,
];
