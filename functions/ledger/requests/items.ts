// Requests that a second person decides, as items and back. They alone carry the keys of the indexes.
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { noOpenLoans } from '../../domain/loans/open-loans.ts';
import type {
  AccountStatus,
  AccountTransition,
  DecisionStatus,
} from '../../domain/states/transitions.ts';
import { indexes } from '../store/indexes.ts';
import { accountItem, accountState, accountTerms, balanceItem } from '../accounts/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { optional, text } from '../store/stored.ts';

/** Of what kind a request is and what it is about: an identifier, to list it by. */
export interface Filing {
  readonly kind: RequestKind;
  readonly subject: string;
}

/** The common part of a request's item, with its keys in the table and the indexes. */
export function requestItem(tenant: string, filing: Filing, request: ControlledRequest): Item {
  const { kind, subject } = filing;
  const { id, status } = request;
  return {
    ...keys.request(tenant, kind, id),
    [indexes.state.partition]: keys.requestsByState(tenant, kind, status),
    [indexes.subject.partition]: keys.requestsBySubject(tenant, kind, subject, status),
    status,
    reason: request.reason,
    requested_by: request.requestedBy,
    correlation_id: request.correlationId,
    created_at: request.createdAt,
    decided_by: request.decidedBy,
    decided_at: request.decidedAt,
    decision_reason: request.decisionReason,
    applied_at: request.appliedAt,
    failure_reason: request.failureReason,
  };
}

/** The common part of a request from its item. */
export function controlledRequest(item: Item): ControlledRequest {
  return {
    id: item.SK,
    status: text(item, 'status') as DecisionStatus,
    reason: text(item, 'reason'),
    requestedBy: text(item, 'requested_by'),
    correlationId: text(item, 'correlation_id'),
    createdAt: text(item, 'created_at'),
    ...optional(item, 'decided_by', 'decidedBy'),
    ...optional(item, 'decided_at', 'decidedAt'),
    ...optional(item, 'decision_reason', 'decisionReason'),
    ...optional(item, 'applied_at', 'appliedAt'),
    ...optional(item, 'failure_reason', 'failureReason'),
  };
}

export function lifecycleItem(tenant: string, request: LifecycleRequest): Item {
  const { account } = request;
  const { PK: _PK, SK: _SK, ...terms } = accountItem(tenant, account);
  const { PK: _balancePK, SK: _balanceSK, ...state } = balanceItem(tenant, account.state);
  return {
    ...requestItem(tenant, { kind: 'LCR', subject: account.terms.id }, request),
    transition: request.transition,
    from_status: request.fromStatus,
    target_status: request.targetStatus,
    account: { ...terms, ...state },
  };
}

export function lifecycleRequest(item: Item): LifecycleRequest {
  const account = item['account'] as Record<string, unknown>;
  const accountId = text(account, 'account_id');
  return {
    ...controlledRequest(item),
    transition: text(item, 'transition') as AccountTransition,
    fromStatus: text(item, 'from_status') as AccountStatus,
    targetStatus: text(item, 'target_status') as AccountStatus,
    account: {
      terms: accountTerms(account, accountId),
      state: accountState(account),
    },
    // Nobody may ask for an account to be closed while there are any.
    openLoans: noOpenLoans(accountId),
  };
}
