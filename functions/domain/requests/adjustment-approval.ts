// What an approved adjustment posts, or why it cannot be posted (docs/contract.md, Adjustments).
import { adjustmentDrafts, netEffect } from './adjustment-drafts.ts';
import { wasReversed } from './adjustments.ts';
import type { AdjustmentBasis, AdjustmentRequest } from './adjustments.ts';
import { approve } from './decisions.ts';
import type { Checker } from './decisions.ts';
import { postEntries } from '../journal/journal.ts';
import type { Posted, PostingContext } from '../journal/journal.ts';
import { applyEffect } from '../loans/effects.ts';
import { momentAfter } from '../loans/loans.ts';
import type { Loan } from '../loans/loans.ts';
import { isReopened } from '../loans/open-loans.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

/** What an approval posts, and the loan of a loan transaction as that leaves it. */
export type PostedAdjustment = Posted & { readonly loan?: Loan };

export interface ApprovedAdjustment {
  readonly request: AdjustmentRequest;
  /** What is posted; absent when the request has FAILED. */
  readonly posted?: PostedAdjustment;
}

/** Approves on what was read of accounts and target. Refuses as `approve` does. */
export function approveAdjustment(
  request: AdjustmentRequest,
  basis: AdjustmentBasis,
  checker: Checker,
  context: PostingContext,
): ApprovedAdjustment {
  const posted = postAdjustment(request, basis, context);
  if (typeof posted === 'string') return { request: approve(request, checker, posted) };
  const [reversal, replacement] = posted.entries;
  const applied: AdjustmentRequest = {
    ...approve(request, checker),
    ...(reversal && { reversalJournalEntryId: reversal.id }),
    ...(replacement && { replacementJournalEntryId: replacement.id }),
  };
  return { request: applied, posted };
}

// What is posted, or the sentence that says why it cannot be.
function postAdjustment(
  request: AdjustmentRequest,
  basis: AdjustmentBasis,
  context: PostingContext,
): PostedAdjustment | string {
  if (basis.reversedBy !== undefined) return wasReversed(request.target, basis.reversedBy);
  try {
    return post(request, basis, context);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

function post(
  request: AdjustmentRequest,
  { accounts, loan }: AdjustmentBasis,
  context: PostingContext,
): PostedAdjustment {
  const codes = loan && context.termsOf?.(loan.terms.productId).ledgerAccounts;
  const drafts = adjustmentDrafts(request, loan, codes);
  if (!loan) return postEntries(drafts, accounts, { ...context, funds: 'net' });
  const after = applyEffect(loan, netEffect(loan, drafts), 'ADJUSTMENT');
  const { terms, state } = after;
  refuseIf(
    isReopened(loan, after) && accounts.get(terms.accountId)?.status === 'CLOSED',
    'account_not_active',
    `Account ${terms.accountId} is CLOSED.`,
  );
  const now = momentAfter(loan, context.now);
  const posted = postEntries(drafts, accounts, { ...context, now, funds: 'net' });
  const updatedAt = posted.entries[0]?.postedAt ?? state.updatedAt;
  return { ...posted, loan: { terms, state: { ...state, updatedAt } } };
}
