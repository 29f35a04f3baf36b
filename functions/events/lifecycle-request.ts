import type { AccountState } from '../domain/accounts/accounts.ts';
import type { Approved, LifecycleRequest } from '../domain/requests/lifecycle.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toAccountView } from '../views/account.ts';
import { decisionEvent } from './decision.ts';

/** The event of a request that was submitted or decided; the answer is its payload. */
export function requestEvent(request: LifecycleRequest): EventDraft {
  return decisionEvent('lifecycle_request', request);
}

/** The events of an approval: the decision and, when it was applied, the account's new status. */
export function approvalEvents({ request, changed }: Approved): EventDraft[] {
  return [requestEvent(request), ...(changed ? [statusChanged(request, changed)] : [])];
}

function statusChanged({ account }: LifecycleRequest, state: AccountState): EventDraft {
  return {
    type: 'account.status_changed',
    aggregateId: state.id,
    version: state.version,
    payload: toAccountView({ terms: account.terms, state }),
  };
}
