import type { StateMachine } from '../values/state-machine.ts';

export type BatchStatus = 'ACCEPTED' | 'AWAITING_UPLOAD' | 'RUNNING' | 'COMPLETED' | 'FAILED';
export type BatchTransitionName = 'await upload' | 'start' | 'complete' | 'fail';

/** See docs/contract.md, Batches. */
export const batchStatus: StateMachine<BatchStatus, BatchTransitionName> = {
  title: 'Batch status',
  states: ['ACCEPTED', 'AWAITING_UPLOAD', 'RUNNING', 'COMPLETED', 'FAILED'],
  initial: 'ACCEPTED',
  transitions: {
    'await upload': {
      from: ['ACCEPTED'],
      to: 'AWAITING_UPLOAD',
      condition: 'legacy import without inline content, at once',
    },
    start: { from: ['ACCEPTED', 'AWAITING_UPLOAD'], to: 'RUNNING' },
    complete: { from: ['RUNNING'], to: 'COMPLETED' },
    fail: {
      from: ['ACCEPTED', 'AWAITING_UPLOAD', 'RUNNING'],
      to: 'FAILED',
      condition: 'a permanent error prevents the work',
    },
  },
};
