// Every state and every way between two, as data: the decisions ask these tables, docs/states.md
// draws them, and a test tries every pair of a state and a trigger.

export interface Way<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** What else must hold, for the diagram; the decision that asks the table checks it. */
  readonly condition?: string;
}

export interface Machine<State extends string = string, Trigger extends string = string> {
  readonly title: string;
  readonly states: readonly State[];
  readonly initial: State;
  readonly ways: Readonly<Record<Trigger, Way<State>>>;
}

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

export type DecisionStatus = 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';
export type Outcome = 'apply' | 'fail' | 'reject';

/** Every request is decided once, and then stays as it is (docs/contract.md, Maker and checker). */
export const decisionStatus: Machine<DecisionStatus, Outcome> = {
  title: 'Decision of a request',
  states: ['PENDING_APPROVAL', 'APPLIED', 'REJECTED', 'FAILED'],
  initial: 'PENDING_APPROVAL',
  ways: {
    apply: { from: ['PENDING_APPROVAL'], to: 'APPLIED', condition: 'approved, not by the maker' },
    fail: {
      from: ['PENDING_APPROVAL'],
      to: 'FAILED',
      condition: 'approved, not by the maker, but no longer possible',
    },
    reject: { from: ['PENDING_APPROVAL'], to: 'REJECTED' },
  },
};

export type LoanStatus = 'APPROVED' | 'ACTIVE' | 'SETTLED';
export type LoanWay = 'pay out' | 'settle' | 'reopen' | 'take back';

/** A loan is what its amounts say; these are the ways in which they may change it. */
export const loanStatus: Machine<LoanStatus, LoanWay> = {
  title: 'Loan status',
  states: ['APPROVED', 'ACTIVE', 'SETTLED'],
  initial: 'APPROVED',
  ways: {
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

export type BatchStatus = 'ACCEPTED' | 'AWAITING_UPLOAD' | 'RUNNING' | 'COMPLETED' | 'FAILED';
export type BatchWay = 'await upload' | 'start' | 'complete' | 'fail';

/** See docs/contract.md, Batches. */
export const batchStatus: Machine<BatchStatus, BatchWay> = {
  title: 'Batch status',
  states: ['ACCEPTED', 'AWAITING_UPLOAD', 'RUNNING', 'COMPLETED', 'FAILED'],
  initial: 'ACCEPTED',
  ways: {
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
      condition: 'what stands in the way will not pass by itself',
    },
  },
};

/** All tables, in the order in which docs/states.md draws them. */
export const machines: readonly Machine[] = [
  accountStatus,
  decisionStatus,
  loanStatus,
  batchStatus,
];

/** The state that the trigger leads to, or undefined where there is no way. */
export function stateAfter<State extends string, Trigger extends string>(
  { ways }: Machine<State, Trigger>,
  from: State,
  trigger: Trigger,
): State | undefined {
  const way = ways[trigger];
  return way.from.includes(from) ? way.to : undefined;
}
