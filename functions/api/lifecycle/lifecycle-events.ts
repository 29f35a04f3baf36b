import type { AccountState } from '../../domain/accounts.ts';
import type { Approved, LifecycleRequest } from '../../domain/lifecycle.ts';
import type { EventDraft } from '../../ledger/receipt-events.ts';
import { accountView } from '../accounts/account-view.ts';

const VERBS = {
  PENDING_APPROVAL: 'submitted',
  APPLIED: 'applied',
  REJECTED: 'rejected',
  FAILED: 'failed',
} as const;

/** The event of a request that was submitted or decided; the answer is its payload. */
export function requestEvent({ id, status }: LifecycleRequest): EventDraft {
  const version = status === 'PENDING_APPROVAL' ? 1 : 2;
  return { type: `lifecycle_request.${VERBS[status]}`, aggregateId: id, version, payloadAt: '' };
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
    payload: accountView({ terms: account.terms, state }),
  };
}
