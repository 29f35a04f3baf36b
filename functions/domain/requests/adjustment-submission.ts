// Submits adjustment requests and decides which are refused (docs/contract.md, Adjustments).
import { describeMissingAccount } from '../accounts/accounts.ts';
import { refuseTooManyWrites } from '../journal/entry-draft.ts';
import { draftLoanTransaction } from '../loans/transactions.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { readCurrency } from '../values/money.ts';
import { buildAdjustmentDrafts } from './adjustment-drafts.ts';
import { targetNameOf, describeReversal } from './adjustments.ts';
import type { AdjustmentRecords, AdjustmentRequest, AdjustmentTarget } from './adjustments.ts';
import { draftCorrectedEntries, LENDING_POINTER } from './corrections.ts';
import type { Correction, AdjustmentSubmission } from './corrections.ts';
import { buildControlledRequest } from './decisions.ts';
import type { RequestSubmission } from './decisions.ts';

/**
 * Submits an adjustment of the target, whose correction has been validated. Refuses, in this order:
 * allocation_mismatch, too_many_writes, account_not_found, target_is_reversal, already_reversed,
 * adjust_the_transaction, currency_mismatch.
 */
export function submitAdjustment(
  adjustment: AdjustmentSubmission,
  target: AdjustmentTarget,
  basis: AdjustmentRecords,
  submission: RequestSubmission,
): AdjustmentRequest {
  const { adjustment_type: adjustmentType, correction } = adjustment;
  const request: AdjustmentRequest = {
    ...buildControlledRequest(submission),
    adjustmentType,
    target,
    ...(correction && { correction }),
  };
  const { loanEntry } = target.entry;
  if (loanEntry && correction?.lending) {
    draftLoanTransaction(loanEntry.type, correction.lending, LENDING_POINTER);
  }
  refuseTooManyWrites(buildAdjustmentDrafts(request), [
    'receipt',
    'request',
    'mark of the reversal',
  ]);
  for (const { accountId } of draftCorrectedPostings(correction)) {
    refuseIf(
      !basis.accounts.has(accountId),
      'account_not_found',
      describeMissingAccount(accountId),
    );
  }
  refuseUnadjustableTarget(target, basis);
  refuseOtherCurrency(request, basis);
  return request;
}

function draftCorrectedPostings(correction: Correction | undefined) {
  return draftCorrectedEntries(correction?.journal).flatMap(({ postings }) => postings);
}

function refuseUnadjustableTarget(
  target: AdjustmentTarget,
  { reversedBy }: AdjustmentRecords,
): void {
  const { entryType, transactionId = '' } = target.entry;
  refuseIf(
    entryType === 'REVERSAL',
    'target_is_reversal',
    `${targetNameOf(target)} is a reversal itself.`,
  );
  if (reversedBy !== undefined) {
    throw new Refusal('already_reversed', describeReversal(target, reversedBy));
  }
  refuseIf(
    target.type === 'JOURNAL_ENTRY' && transactionId !== '',
    'adjust_the_transaction',
    `${targetNameOf(target)} posts the transaction ${transactionId}: adjust that.`,
  );
}

function refuseOtherCurrency(
  { target, correction }: AdjustmentRequest,
  { accounts }: AdjustmentRecords,
): void {
  for (const { accountId, amount } of draftCorrectedPostings(correction)) {
    const state = accounts.get(accountId);
    const own = state && readCurrency(state.balance);
    refuseDifferentCurrency(`Account ${accountId}`, own, readCurrency(amount));
  }
  const { loanEntry, currency } = target.entry;
  if (loanEntry && correction?.lending) {
    refuseDifferentCurrency(`Loan ${loanEntry.loanId}`, currency, correction.lending.currency);
  }
}

function refuseDifferentCurrency(name: string, own: string | undefined, given: string): void {
  const sentence = `${name} is in ${own ?? 'no currency'}, not ${given}.`;
  refuseIf(own !== given, 'currency_mismatch', sentence);
}
