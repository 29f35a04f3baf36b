// Adjustment requests, turned into writes.
import type {
  ApprovedAdjustment,
  PostedAdjustment,
} from '../../domain/requests/adjustment-approval.ts';
import type { AdjustmentBasis, AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { transactionOf } from '../../domain/journal/loan-entries.ts';
import { isReopened } from '../../domain/loans/open-loans.ts';
import { toAdjustmentItem } from './adjustment-items.ts';
import type { Write } from '../commit/commit.ts';
import { keys } from '../store/keys.ts';
import { loanWrites } from '../loans/writes.ts';
import { recountWrites } from '../loans/open-loans.ts';
import { approvalWrite, rejectionWrite } from './writes.ts';
import { checkReversed, markReversed } from '../journal/reversal-marks.ts';
import type { Session } from '../commit/session.ts';
import { checkVersion, putNew } from '../commit/conditional-writes.ts';
import { postingWrites } from '../journal/writes.ts';

/** Files an adjustment request. */
export function adjustmentSubmissionWrites(session: Session, request: AdjustmentRequest): Write[] {
  return [putNew(session.store.ledgerTable, toAdjustmentItem(session.tenant, request))];
}

/**
 * Decides the request: posts what undoes the target and marks it as reversed, or fails, on the
 * condition that what stood in the way still does.
 */
export function adjustmentApprovalWrites(
  session: Session,
  basis: AdjustmentBasis,
  { request, posted }: ApprovedAdjustment,
): Write[] {
  const decision = approvalWrite(session, toAdjustmentItem(session.tenant, request));
  if (posted) {
    const postings = postingWrites(session, basis.accounts, posted);
    const lending = lendingWrites(session, basis, posted);
    return [decision, ...markReversed(session, request), ...lending, ...postings];
  }
  if (basis.reversedBy !== undefined) return [decision, checkReversed(session, request)];
  return [decision, ...checkBasis(session, basis)];
}

function lendingWrites(
  session: Session,
  { loan: before, openLoans, accounts }: AdjustmentBasis,
  { loan: after, entries, accounts: touched }: PostedAdjustment,
): Write[] {
  if (!before || !after || !openLoans) return [];
  const transactions = entries.flatMap((entry) => transactionOf(entry) ?? []);
  const account = accounts.get(before.terms.accountId);
  // A loan that needs its account again must not find it closed in the same moment.
  const isUnchecked = account && !touched.some(({ id }) => id === account.id);
  const key = keys.balance(session.tenant, before.terms.accountId);
  return [
    ...loanWrites(session, before, after, transactions),
    ...recountWrites(session, openLoans, [{ before, after }]),
    ...(isUnchecked && isReopened(before, after)
      ? [checkVersion(session, key, account.version)]
      : []),
  ];
}

// What a failure was decided on must still be so.
function checkBasis(session: Session, { accounts, loan }: AdjustmentBasis): Write[] {
  const { tenant } = session;
  const balances = [...accounts.values()].map(({ id, version }) =>
    checkVersion(session, keys.balance(tenant, id), version),
  );
  if (!loan) return balances;
  return [...balances, checkVersion(session, keys.loan(tenant, loan.terms.id), loan.state.version)];
}

/** Decides the request by rejecting it. */
export function adjustmentRejectionWrites(session: Session, request: AdjustmentRequest): Write[] {
  return [rejectionWrite(session, toAdjustmentItem(session.tenant, request))];
}
