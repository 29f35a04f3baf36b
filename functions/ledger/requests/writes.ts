// Builds the writes for requests that a checker decides.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { TransitionApproval, LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { Write } from '../commit/commit.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { buildNoOpenLoansCheck } from '../loans/open-loans.ts';
import { toLifecycleItem } from './items.ts';
import type { Session } from '../commit/session.ts';
import {
  buildVersionCheck,
  buildPutNew,
  buildVersionReplacement,
} from '../commit/conditional-writes.ts';

/** Stores a lifecycle request. */
export function buildSubmissionWrites(
  { store, tenant }: Session,
  request: LifecycleRequest,
): Write[] {
  return [buildPutNew(store.ledgerTable, toLifecycleItem(tenant, request))];
}

/** Approves the request and changes the account, provided that it has not changed since the decision. */
export function buildApprovalWrites(
  session: Session,
  before: LifecycleRequest,
  { request, changed }: TransitionApproval,
): Write[] {
  const { store, tenant } = session;
  const { id, version } = before.account.state;
  // A failure depends on the account's state, so that state must still hold at the commit.
  const key = keys.balance(tenant, id);
  const account = changed
    ? buildVersionReplacement(store.ledgerTable, accountStateFields.toItem(key, changed), version)
    : buildVersionCheck(session, key, version);
  const decision = buildApprovalWrite(session, toLifecycleItem(tenant, request));
  return [decision, account, ...buildOpenLoansChecks(session, before, changed)];
}

// Closing requires that the account has no open loans; a failure because of open loans, that their
// count is unchanged.
function buildOpenLoansChecks(
  session: Session,
  { openLoans }: LifecycleRequest,
  changed: AccountState | undefined,
): Write[] {
  const { accountId, loans, version } = openLoans;
  if (changed?.status === 'CLOSED') return [buildNoOpenLoansCheck(session, accountId)];
  if (changed || loans === 0) return [];
  return [buildVersionCheck(session, keys.openLoans(session.tenant, accountId), version)];
}

/** Stores the rejection of the request. */
export function buildRejectionWrites(session: Session, request: LifecycleRequest): Write[] {
  return [buildRejectionWrite(session, toLifecycleItem(session.tenant, request))];
}

/**
 * Replaces a pending request by the approved one, unless the session's actor is its maker. If it is no
 * longer pending, the next attempt reads that and refuses.
 */
export function buildApprovalWrite(session: Session, item: Item): Write {
  return buildDecisionWrite(session, item, '#status = :pending AND requested_by <> :checker', {
    ':checker': session.actor,
  });
}

/** Replaces a pending request by the rejected one; its maker may withdraw it this way. */
export function buildRejectionWrite(session: Session, item: Item): Write {
  return buildDecisionWrite(session, item, '#status = :pending');
}

function buildDecisionWrite(
  { store }: Session,
  item: Item,
  condition: string,
  values: Record<string, string> = {},
): Write {
  return {
    action: {
      Put: {
        TableName: store.ledgerTable,
        Item: item,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pending': decisionStatus.initial, ...values },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: 'retry',
  };
}
