// Requests that a second person decides, turned into writes.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { TransitionApproval, LifecycleRequest } from '../../domain/requests/lifecycle.ts';
import { decisionStatus } from '../../domain/requests/transitions.ts';
import type { Write } from '../commit/commit.ts';
import { toBalanceItem } from '../journal/items.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { buildNoOpenLoansCheck } from '../loans/open-loans.ts';
import { toLifecycleItem } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildVersionCheck, buildPutNew, buildVersionReplacement } from '../journal/writes.ts';

/** Files a lifecycle request. */
export function buildSubmissionWrites(
  { store, tenant }: Session,
  request: LifecycleRequest,
): Write[] {
  return [buildPutNew(store.ledgerTable, toLifecycleItem(tenant, request))];
}

/** Decides the request, and changes the account on the condition that it is as decided on. */
export function buildApprovalWrites(
  session: Session,
  before: LifecycleRequest,
  { request, changed }: TransitionApproval,
): Write[] {
  const { store, tenant } = session;
  const { id, version } = before.account.state;
  // A failure is a statement about the account, so it too must be true when it is committed.
  const account = changed
    ? buildVersionReplacement(store.ledgerTable, toBalanceItem(tenant, changed), version)
    : buildVersionCheck(session, keys.balance(tenant, id), version);
  const decision = buildApprovalWrite(session, toLifecycleItem(tenant, request));
  return [decision, account, ...buildOpenLoansChecks(session, before, changed)];
}

// That no loan needs the account that is closed, or that those still do for which it is not.
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

/** Decides the request by rejecting it. */
export function buildRejectionWrites(session: Session, request: LifecycleRequest): Write[] {
  return [buildRejectionWrite(session, toLifecycleItem(session.tenant, request))];
}

/**
 * Replaces a pending request by the approved one, unless the session's actor is its maker. When it
 * is not pending any more, the next attempt finds out and refuses.
 */
export function buildApprovalWrite(session: Session, item: Item): Write {
  return buildDecisionWrite(session, item, '#status = :pending AND requested_by <> :checker', {
    ':checker': session.actor,
  });
}

/** Replaces a pending request by the rejected one; its maker may withdraw it so. */
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
