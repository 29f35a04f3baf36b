// Requests that a second person decides, as items and back. They alone carry the keys of the indexes.
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { buildZeroOpenLoans } from '../../domain/loans/open-loans.ts';
import type { AccountStatus, AccountTransition } from '../../domain/accounts/transitions.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { indexes } from '../store/indexes.ts';
import {
  toAccountItem,
  fromBalanceItem,
  fromAccountItem,
  toBalanceItem,
} from '../journal/items.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { readOptionalText, readText } from '../store/attributes.ts';

/** Of what kind a request is and what it is about: an identifier, to list it by. */
export interface RequestIndexing {
  readonly kind: RequestKind;
  readonly subject: string;
}

/** The common part of a request's item, with its keys in the table and the indexes. */
export function toRequestItem(
  tenant: string,
  filing: RequestIndexing,
  request: ControlledRequest,
): Item {
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
export function fromRequestItem(item: Item): ControlledRequest {
  return {
    id: item.SK,
    status: readText(item, 'status') as DecisionStatus,
    reason: readText(item, 'reason'),
    requestedBy: readText(item, 'requested_by'),
    correlationId: readText(item, 'correlation_id'),
    createdAt: readText(item, 'created_at'),
    ...readOptionalText(item, 'decided_by', 'decidedBy'),
    ...readOptionalText(item, 'decided_at', 'decidedAt'),
    ...readOptionalText(item, 'decision_reason', 'decisionReason'),
    ...readOptionalText(item, 'applied_at', 'appliedAt'),
    ...readOptionalText(item, 'failure_reason', 'failureReason'),
  };
}

export function toLifecycleItem(tenant: string, request: LifecycleRequest): Item {
  const { account } = request;
  const { PK: _PK, SK: _SK, ...terms } = toAccountItem(tenant, account);
  const { PK: _balancePK, SK: _balanceSK, ...state } = toBalanceItem(tenant, account.state);
  return {
    ...toRequestItem(tenant, { kind: 'LCR', subject: account.terms.id }, request),
    transition: request.transition,
    from_status: request.fromStatus,
    target_status: request.targetStatus,
    account: { ...terms, ...state },
  };
}

export function fromLifecycleItem(item: Item): LifecycleRequest {
  const account = item['account'] as Record<string, unknown>;
  const accountId = readText(account, 'account_id');
  return {
    ...fromRequestItem(item),
    transition: readText(item, 'transition') as AccountTransition,
    fromStatus: readText(item, 'from_status') as AccountStatus,
    targetStatus: readText(item, 'target_status') as AccountStatus,
    account: {
      terms: fromAccountItem(account, accountId),
      state: fromBalanceItem(account),
    },
    // Nobody may ask for an account to be closed while there are any.
    openLoans: buildZeroOpenLoans(accountId),
  };
}
