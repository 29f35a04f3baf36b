// Freezes, unfreezes and closes accounts, on request and with approval (docs/contract.md, Account
// lifecycle).
import type { Account, AccountState } from '../accounts/accounts.ts';
import { latestTime } from '../values/times.ts';
import { approve, buildControlledRequest } from './decisions.ts';
import type { Checker, ControlledRequest, RequestSubmission } from './decisions.ts';
import { formatMoney, isZero } from '../values/money.ts';
import { describeOpenLoans } from '../loans/open-loans.ts';
import type { OpenLoanCount } from '../loans/open-loans.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { accountStatus } from '../accounts/transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { AccountStatus, AccountTransition } from '../accounts/transitions.ts';

export interface LifecycleRequest extends ControlledRequest {
  readonly transition: AccountTransition;
  readonly fromStatus: AccountStatus;
  readonly targetStatus: AccountStatus;
  /** The account at submission or, once approved, just before the change. */
  readonly account: Account;
  /** The open loans of the account at the same moment. */
  readonly openLoans: OpenLoanCount;
}

/**
 * Submits a transition of the account. Refuses, in this order: transition_not_allowed, balance_not_zero,
 * loans_not_settled.
 */
export function submitTransition(
  { account, openLoans }: Pick<LifecycleRequest, 'account' | 'openLoans'>,
  transition: AccountTransition,
  submission: RequestSubmission,
): LifecycleRequest {
  const { id, status, balance } = account.state;
  const targetStatus = findNextState(accountStatus, status, transition);
  if (!targetStatus) {
    throw new Refusal('transition_not_allowed', `Account ${id} is ${status}: no ${transition}.`);
  }
  refuseIf(
    targetStatus === 'CLOSED' && !isZero(balance),
    'balance_not_zero',
    `Account ${id} holds ${formatMoney(balance)}; only an empty account can be closed.`,
  );
  const need = targetStatus === 'CLOSED' ? describeOpenLoans(openLoans) : undefined;
  if (need !== undefined) throw new Refusal('loans_not_settled', need);
  const statusChange = { transition, fromStatus: status, targetStatus };
  return { ...buildControlledRequest(submission), ...statusChange, account, openLoans };
}

export interface TransitionApproval {
  readonly request: LifecycleRequest;
  /** The account with its new status; absent when the request has FAILED. */
  readonly changed?: AccountState;
  /** Why it has FAILED. */
  readonly obstacle?: Refusal;
}

/** Approves on the account that the request carries. Refuses as `approve` does. */
export function approveTransition(request: LifecycleRequest, checker: Checker): TransitionApproval {
  const { account, targetStatus } = request;
  const obstacle = findObstacle(request);
  const approved = approve(request, checker, obstacle?.message);
  if (obstacle) return { request: approved, obstacle };
  return { request: approved, changed: changeStatus(account.state, targetStatus, checker.now) };
}

// Finds which change since the submission prevents the transition.
function findObstacle(request: LifecycleRequest): Refusal | undefined {
  const { account, fromStatus, targetStatus, openLoans } = request;
  const { status, balance } = account.state;
  if (status !== fromStatus) {
    return new Refusal(
      'transition_not_allowed',
      `The account is ${status}, no longer ${fromStatus}.`,
    );
  }
  if (targetStatus !== 'CLOSED') return undefined;
  const need = isZero(balance)
    ? describeOpenLoans(openLoans)
    : `The account holds ${formatMoney(balance)}; only an empty account can be closed.`;
  const code = isZero(balance) ? 'loans_not_settled' : 'balance_not_zero';
  return need === undefined ? undefined : new Refusal(code, need);
}

/** `frozenAt` is present while the account is FROZEN, `closedAt` once it is CLOSED. */
function changeStatus(state: AccountState, status: AccountStatus, now: Date): AccountState {
  const { frozenAt: _frozenAt, closedAt: _closedAt, ...others } = state;
  const updatedAt = latestTime(now, state.updatedAt).toISOString();
  return {
    ...others,
    status,
    version: state.version + 1,
    updatedAt,
    ...(status === 'FROZEN' && { frozenAt: updatedAt }),
    ...(status === 'CLOSED' && { closedAt: updatedAt }),
  };
}
