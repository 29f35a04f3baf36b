// How requests that a checker decides are stored and mapped to views. Only they have keys of the
// indexes.
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { accountStateFields, accountTermsFields } from '../accounts/items.ts';
import { readOptionalText, sortKey, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { buildZeroOpenLoans } from '../../domain/loans/open-loans.ts';
import { INDEXES } from '../store/indexes.ts';
import { omitIdPrefix } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { map, readText } from '../store/attributes.ts';

/** The kind of a request and the identifier of its subject, for the indexes. */
export interface RequestIndexing {
  readonly kind: RequestKind;
  readonly subject: string;
}

/** A request's keys in the table and the indexes. */
export function requestKeys(
  tenant: string,
  filing: RequestIndexing,
  request: ControlledRequest,
): Item {
  const { kind, subject } = filing;
  const { id, status } = request;
  return {
    ...keys.request(tenant, kind, id),
    [INDEXES.state.partition]: keys.requestsByState(tenant, kind, status),
    [INDEXES.subject.partition]: keys.requestsBySubject(tenant, kind, subject, status),
    [INDEXES.time.partition]: keys.requestsByTime(tenant, status === decisionStatus.initial),
    [INDEXES.time.sort]: omitIdPrefix(id),
  };
}

/** The rows that all requests share; those of each kind come first. */
export const requestRows = {
  id: sortKey(),
  status: text<ControlledRequest['status'], 'status'>('status'),
  reason: text('reason'),
  requestedBy: text('requested_by'),
  decidedBy: readOptionalText(text('decided_by')),
  decisionReason: readOptionalText(text('decision_reason')),
  failureReason: readOptionalText(text('failure_reason')),
  correlationId: text('correlation_id'),
  createdAt: text('created_at'),
  decidedAt: readOptionalText(text('decided_at')),
  appliedAt: readOptionalText(text('applied_at')),
} as const;

/** Without the account as of submission, which is a map of terms and state. */
export const lifecycleFields = fields<Omit<LifecycleRequest, 'account' | 'openLoans'>>()({
  transition: text('transition'),
  fromStatus: text('from_status'),
  targetStatus: text('target_status'),
  ...requestRows,
});

export function toLifecycleItem(tenant: string, request: LifecycleRequest): Item {
  const { terms, state } = request.account;
  return {
    ...requestKeys(tenant, { kind: 'LCR', subject: terms.id }, request),
    ...lifecycleFields.toAttributes(request),
    account: {
      ...accountTermsFields.toAttributes(terms),
      ...accountStateFields.toAttributes(state),
    },
  };
}

export function fromLifecycleItem(item: Item): LifecycleRequest {
  const account = map(item, 'account');
  const id = readText(account, 'account_id');
  return {
    ...lifecycleFields.fromItem(item),
    account: {
      terms: accountTermsFields.fromItem({ ...account, SK: id }),
      state: accountStateFields.fromItem(account),
    },
    // A request to close an account is refused while it has open loans.
    openLoans: buildZeroOpenLoans(id),
  };
}
