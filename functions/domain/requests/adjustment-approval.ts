// Approves adjustments: what an approved adjustment posts, or why it cannot be posted (docs/contract.md,
// Adjustments).
import { buildAdjustmentDrafts, computeNetEffect } from './adjustment-drafts.ts';
import { describeReversal } from './adjustments.ts';
import type { AdjustmentRecords, AdjustmentRequest } from './adjustments.ts';
import { approve } from './decisions.ts';
import type { Checker } from './decisions.ts';
import { findPeriodOf } from '../general-ledger/periods.ts';
import type { GeneralLedgerSettings } from '../general-ledger/settings.ts';
import type { EntryDraft } from '../journal/entry-draft.ts';
import { postEntries } from '../journal/journal.ts';
import type { PostedEntries, PostingContext } from '../journal/journal.ts';
import { applyLoanEffect } from '../loans/loan-effects.ts';
import { computeNextMoment } from '../loans/loans.ts';
import type { Loan } from '../loans/loans.ts';
import { isLoanReopened } from '../loans/open-loans.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

/** The entries that an approval posts and, for a loan transaction, the loan after them. */
export type PostedAdjustment = PostedEntries & { readonly loan?: Loan };

export interface ApprovedAdjustment {
  readonly request: AdjustmentRequest;
  /** Absent when the request has FAILED. */
  readonly posted?: PostedAdjustment;
  /** Why it has FAILED. */
  readonly obstacle?: Refusal;
}

/** Approves on the records read. Refuses as `approve` does. */
export function approveAdjustment(
  request: AdjustmentRequest,
  basis: AdjustmentRecords,
  checker: Checker,
  context: PostingContext,
): ApprovedAdjustment {
  const posted = postAdjustment(request, basis, context);
  if (posted instanceof Refusal) {
    return { request: approve(request, checker, posted.message), obstacle: posted };
  }
  const [reversal, replacement] = posted.entries;
  const applied: AdjustmentRequest = {
    ...approve(request, checker),
    ...(reversal && { reversalJournalEntryId: reversal.id }),
    ...(replacement && { replacementJournalEntryId: replacement.id }),
  };
  return { request: applied, posted };
}

// Returns what is posted, or why it cannot be.
function postAdjustment(
  request: AdjustmentRequest,
  basis: AdjustmentRecords,
  context: PostingContext,
): PostedAdjustment | Refusal {
  const { reversedBy } = basis;
  if (reversedBy !== undefined) {
    return new Refusal('already_reversed', describeReversal(request.target, reversedBy));
  }
  try {
    return postAdjustmentEntries(request, basis, context);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}

function postAdjustmentEntries(
  request: AdjustmentRequest,
  { accounts, loan }: AdjustmentRecords,
  context: PostingContext,
): PostedAdjustment {
  const codes = loan && context.termsOf?.(loan.terms.productId).ledgerAccounts;
  const { settings } = context.generalLedger;
  const drafts = buildAdjustmentDrafts(request, loan, codes).map((draft) =>
    nameClosedPeriod(draft, request, settings),
  );
  if (!loan) return postEntries(drafts, accounts, { ...context, funds: 'net' });
  const after = applyLoanEffect(loan, computeNetEffect(loan, drafts), 'ADJUSTMENT');
  const { terms, state } = after;
  refuseIf(
    isLoanReopened(loan, after) && accounts.get(terms.accountId)?.status === 'CLOSED',
    'account_not_active',
    `Account ${terms.accountId} is CLOSED.`,
  );
  const now = computeNextMoment(loan, context.now);
  const moment = { ...context, now, loanProductId: terms.productId, funds: 'net' as const };
  const posted = postEntries(drafts, accounts, moment);
  const updatedAt = posted.entries[0]?.postedAt ?? state.updatedAt;
  return { ...posted, loan: { terms, state: { ...state, updatedAt } } };
}

// The entries of an adjustment are posted today: of a closed period, they name it.
function nameClosedPeriod(
  draft: EntryDraft,
  { target }: AdjustmentRequest,
  { closedPeriods }: GeneralLedgerSettings,
): EntryDraft {
  const adjustsPeriod = findPeriodOf(target.entry.effectiveDate);
  if (closedPeriods?.[adjustsPeriod] === undefined) return draft;
  return { ...draft, links: { ...draft.links, adjustsPeriod } };
}
