// Builds the writes for adjustment requests.
import type {
  ApprovedAdjustment,
  PostedAdjustment,
} from '../../domain/requests/adjustment-approval.ts';
import type { AdjustmentRecords, AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { toLoanTransaction } from '../../domain/journal/loan-entries.ts';
import { isLoanReopened } from '../../domain/loans/open-loans.ts';
import { toAdjustmentItem } from './adjustment-items.ts';
import type { Write } from '../commit/commit.ts';
import { keys } from '../store/keys.ts';
import { buildLoanWrites } from '../loans/writes.ts';
import { buildRecountWrites } from '../loans/open-loans.ts';
import { buildApprovalWrite, buildRejectionWrite } from './writes.ts';
import { buildReversalCheck, buildReversalMarks } from '../journal/reversal-marks.ts';
import type { Session } from '../commit/session.ts';
import { buildVersionCheck, buildPutNew } from '../commit/conditional-writes.ts';
import { buildPostingWrites } from '../journal/writes.ts';

/** Stores an adjustment request. */
export function buildAdjustmentSubmissionWrites(
  session: Session,
  request: AdjustmentRequest,
): Write[] {
  return [buildPutNew(session.store.ledgerTable, toAdjustmentItem(session.tenant, request))];
}

/**
 * Approves the request: posts the reversal and marks the target as reversed, or stores the failure, on
 * the condition that its cause still exists.
 */
export function buildAdjustmentApprovalWrites(
  session: Session,
  basis: AdjustmentRecords,
  { request, posted }: ApprovedAdjustment,
): Write[] {
  const decision = buildApprovalWrite(session, toAdjustmentItem(session.tenant, request));
  if (posted) {
    const postings = buildPostingWrites(session, basis.accounts, posted);
    const loanWrites = buildLoanWritesOfAdjustment(session, basis, posted);
    return [decision, ...buildReversalMarks(session, request), ...loanWrites, ...postings];
  }
  if (basis.reversedBy !== undefined) return [decision, buildReversalCheck(session, request)];
  return [decision, ...buildRecordChecks(session, basis)];
}

function buildLoanWritesOfAdjustment(
  session: Session,
  { loan: before, openLoans, accounts }: AdjustmentRecords,
  { loan: after, entries, accounts: touched }: PostedAdjustment,
): Write[] {
  if (!before || !after || !openLoans) return [];
  const transactions = entries.flatMap((entry) => toLoanTransaction(entry) ?? []);
  const account = accounts.get(before.terms.accountId);
  // A reopened loan needs its account, which must not be closed at the same moment.
  const isUnchecked = account && !touched.some(({ id }) => id === account.id);
  const key = keys.balance(session.tenant, before.terms.accountId);
  return [
    ...buildLoanWrites(session, before, after, transactions),
    ...buildRecountWrites(session, openLoans, [{ before, after }]),
    ...(isUnchecked && isLoanReopened(before, after)
      ? [buildVersionCheck(session, key, account.version)]
      : []),
  ];
}

// The records that a failure was decided on must not have changed.
function buildRecordChecks(session: Session, { accounts, loan }: AdjustmentRecords): Write[] {
  const { tenant } = session;
  const balances = [...accounts.values()].map(({ id, version }) =>
    buildVersionCheck(session, keys.balance(tenant, id), version),
  );
  if (!loan) return balances;
  return [
    ...balances,
    buildVersionCheck(session, keys.loan(tenant, loan.terms.id), loan.state.version),
  ];
}

/** Stores the rejection of the request. */
export function buildAdjustmentRejectionWrites(
  session: Session,
  request: AdjustmentRequest,
): Write[] {
  return [buildRejectionWrite(session, toAdjustmentItem(session.tenant, request))];
}
