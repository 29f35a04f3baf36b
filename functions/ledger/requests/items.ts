// How requests that a second person decides are stored and shown. They alone carry the keys of the
// indexes.
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import type { LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { accountStateFields, accountTermsFields } from '../accounts/items.ts';
import { readOptionalText, sortKey, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { buildZeroOpenLoans } from '../../domain/loans/open-loans.ts';
import { INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { RequestKind } from '../store/keys.ts';
import { map, readText } from '../store/attributes.ts';

/** Of what kind a request is and what it is about: an identifier, to list it by. */
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
  };
}

/** The rows that all requests have in common, after what each is about. */
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

/** Without the account as it stood, which is a map of terms and state. */
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
    // No one may ask for an account to be closed while there are any.
    openLoans: buildZeroOpenLoans(id),
  };
}
