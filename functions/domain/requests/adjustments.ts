// Reversing and correcting what stands in the books, on request and with approval (docs/contract.md,
// Adjustments). The record itself is never touched: what is posted beside it undoes it.
import type { AccountState } from '../accounts/accounts.ts';
import { adjustmentDrafts } from './adjustment-drafts.ts';
import { correctedDrafts, LENDING } from './corrections.ts';
import type { AdjustmentType, Correction, NewAdjustment, TargetType } from './corrections.ts';
import { submitted } from './decisions.ts';
import type { ControlledRequest, Submission } from './decisions.ts';
import { refuseTooManyWrites } from '../journal/entry-draft.ts';
import { noAccount, transactionIdOf } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { draftLoanTransaction } from '../loans/transactions.ts';
import type { Loan } from '../loans/loans.ts';
import type { OpenLoans } from '../loans/open-loans.ts';
import { currencyOf } from '../values/money.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

/** What is to be adjusted, as it stands for ever. */
export interface AdjustmentTarget {
  readonly type: TargetType;
  /** The journal entry itself, or the one that has posted the loan transaction and tells it whole. */
  readonly entry: JournalEntry;
}

export interface AdjustmentRequest extends ControlledRequest {
  readonly adjustmentType: AdjustmentType;
  readonly target: AdjustmentTarget;
  /** As it was asked for. */
  readonly correction?: Correction;
  readonly reversalJournalEntryId?: string;
  readonly replacementJournalEntryId?: string;
}

/** What an adjustment is decided on. */
export interface AdjustmentBasis {
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** The loan of a loan transaction; read for its approval. */
  readonly loan?: Loan;
  /** The loans that need the account of that one. */
  readonly openLoans?: OpenLoans;
  /** The record that has reversed the target already. */
  readonly reversedBy?: string | undefined;
}

/** The identifier of the target: its journal entry's, or its transaction's. */
export function targetIdOf({ type, entry }: AdjustmentTarget): string {
  return type === 'TRANSACTION' ? transactionIdOf(entry.id) : entry.id;
}

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
    `${nameOf(target)} is a reversal itself.`,
  );
  if (reversedBy !== undefined) {
    throw new Refusal('already_reversed', wasReversed(target, reversedBy));
  }
  refuseIf(
    target.type === 'JOURNAL_ENTRY' && transactionId !== '',
    'adjust_the_transaction',
    `${nameOf(target)} posts the transaction ${transactionId}: adjust that.`,
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

function nameOf(target: AdjustmentTarget): string {
  const noun = target.type === 'TRANSACTION' ? 'Transaction' : 'Journal entry';
  return `${noun} ${targetIdOf(target)}`;
}

/** The sentence of an already_reversed. */
export function wasReversed(target: AdjustmentTarget, by: string): string {
  return `${nameOf(target)} was reversed by ${by} already.`;
}
