import type { AccountState } from '../domain/accounts/accounts.ts';
import type { TransitionApproval, LifecycleRequest } from '../domain/requests/lifecycle.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toAccountView } from '../views/account.ts';
import { buildDecisionEvent } from './decision.ts';

/** Builds the event of a submitted or decided request; the answer is its payload. */
export function buildRequestEvent(request: LifecycleRequest): EventDraft {
  return buildDecisionEvent('lifecycle_request', request);
}

/** Builds the events of an approval: the decision and, when it was applied, the account's new status. */
export function buildApprovalEvents({ request, changed }: TransitionApproval): EventDraft[] {
  return [
    buildRequestEvent(request),
    ...(changed ? [buildStatusChangedEvent(request, changed)] : []),
  ];
}

function buildStatusChangedEvent(
  { account, fromStatus }: LifecycleRequest,
  state: AccountState,
): EventDraft {
  return {
    type: 'account.status_changed',
    aggregateId: state.id,
    version: state.version,
    payload: { ...toAccountView({ terms: account.terms, state }), from_status: fromStatus },
  };
}
