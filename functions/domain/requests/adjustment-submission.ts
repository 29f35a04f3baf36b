// Asking for an adjustment, and what it is refused for (docs/contract.md, Adjustments).
import { noAccount } from '../accounts/accounts.ts';
import { refuseTooManyWrites } from '../journal/entry-draft.ts';
import { draftLoanTransaction } from '../loans/transactions.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { currencyOf } from '../values/money.ts';
import { adjustmentDrafts } from './adjustment-drafts.ts';
import { targetNameOf, wasReversed } from './adjustments.ts';
import type { AdjustmentBasis, AdjustmentRequest, AdjustmentTarget } from './adjustments.ts';
import { correctedDrafts, LENDING } from './corrections.ts';
import type { Correction, NewAdjustment } from './corrections.ts';
import { submitted } from './decisions.ts';
import type { Submission } from './decisions.ts';

/**
 * Asks for an adjustment of the target, whose correction has been checked. Refuses, in this order:
 * allocation_mismatch, too_many_writes, account_not_found, target_is_reversal, already_reversed,
 * adjust_the_transaction, currency_mismatch.
 */
export function submitAdjustment(
  asked: NewAdjustment,
  target: AdjustmentTarget,
  basis: AdjustmentBasis,
  submission: Submission,
): AdjustmentRequest {
  const { adjustment_type: adjustmentType, correction } = asked;
  const request: AdjustmentRequest = {
    ...submitted(submission),
    adjustmentType,
    target,
    ...(correction && { correction }),
  };
  const { lending } = target.entry;
  if (lending && correction?.lending) {
    draftLoanTransaction(lending.type, correction.lending, LENDING);
  }
  refuseTooManyWrites(adjustmentDrafts(request), ['receipt', 'request', 'mark of the reversal']);
  for (const { accountId } of correctedPostings(correction)) {
    refuseIf(!basis.accounts.has(accountId), 'account_not_found', noAccount(accountId));
  }
  refuseTarget(target, basis);
  refuseOtherCurrency(request, basis);
  return request;
}

function correctedPostings(correction: Correction | undefined) {
  return correctedDrafts(correction?.journal).flatMap(({ postings }) => postings);
}

function refuseTarget(target: AdjustmentTarget, { reversedBy }: AdjustmentBasis): void {
  const { entryType, transactionId = '' } = target.entry;
  refuseIf(
    entryType === 'REVERSAL',
    'target_is_reversal',
    `${targetNameOf(target)} is a reversal itself.`,
  );
  if (reversedBy !== undefined) {
    throw new Refusal('already_reversed', wasReversed(target, reversedBy));
  }
  refuseIf(
    target.type === 'JOURNAL_ENTRY' && transactionId !== '',
    'adjust_the_transaction',
    `${targetNameOf(target)} posts the transaction ${transactionId}: adjust that.`,
  );
}

function refuseOtherCurrency(
  { target, correction }: AdjustmentRequest,
  { accounts }: AdjustmentBasis,
): void {
  for (const { accountId, amount } of correctedPostings(correction)) {
    const state = accounts.get(accountId);
    const own = state && currencyOf(state.balance);
    refuseUnlike(`Account ${accountId}`, own, currencyOf(amount));
  }
  const { lending, currency } = target.entry;
  if (lending && correction?.lending) {
    refuseUnlike(`Loan ${lending.loanId}`, currency, correction.lending.currency);
  }
}

function refuseUnlike(name: string, own: string | undefined, given: string): void {
  const sentence = `${name} is in ${own ?? 'no currency'}, not ${given}.`;
  refuseIf(own !== given, 'currency_mismatch', sentence);
}
