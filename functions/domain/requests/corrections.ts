// The requested replacement of a record. Each type of target takes its own kind of correction.
import { draftEntries } from '../journal/entry-draft.ts';
import type { EntryDraft, JournalEntryRequest } from '../journal/entry-draft.ts';
import { draftLoanAmounts } from '../loans/transactions.ts';
import type { LoanTransactionRequest } from '../loans/transactions.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

export type AdjustmentType = 'REVERSAL' | 'CORRECTION';

export type TargetType = 'TRANSACTION' | 'JOURNAL_ENTRY';

export interface Correction {
  /** For a loan transaction. */
  readonly lending?: LoanTransactionRequest;
  /** For a journal entry. */
  readonly journal?: Pick<JournalEntryRequest, 'ledger_lines' | 'account_postings'>;
}

export interface AdjustmentSubmission {
  readonly target_type: TargetType;
  readonly target_id: string;
  readonly adjustment_type: AdjustmentType;
  readonly correction?: Correction;
}

const CORRECTION_MEMBER = { TRANSACTION: 'lending', JOURNAL_ENTRY: 'journal' } as const;

/**
 * Validates the correction without its records. Refuses, in this order: correction_required,
 * correction_not_allowed, wrong_correction, and as draftEntries or draftLoanAmounts does.
 */
export function refuseWrongCorrection(adjustment: AdjustmentSubmission): void {
  const { adjustment_type: type, target_type: target, correction } = adjustment;
  refuseIf(
    type === 'CORRECTION' && correction === undefined,
    'correction_required',
    'A CORRECTION needs a correction.',
  );
  refuseIf(
    type === 'REVERSAL' && correction !== undefined,
    'correction_not_allowed',
    'A REVERSAL takes no correction.',
  );
  if (!correction) return;
  const isItsKind = Object.keys(correction).join() === CORRECTION_MEMBER[target];
  if (!isItsKind) {
    const fault = `/correction must have ${CORRECTION_MEMBER[target]} alone for a ${target}`;
    throw new Refusal('wrong_correction', [fault]);
  }
  const { lending, journal } = correction;
  if (lending) draftLoanAmounts(lending, LENDING_POINTER);
  draftCorrectedEntries(journal);
}

/** The JSON pointer to the correction of a loan transaction. */
export const LENDING_POINTER = '/correction/lending';

/** Drafts the entry that replaces a journal entry; returns none for a reversal. */
export function draftCorrectedEntries(journal: Correction['journal']): EntryDraft[] {
  return journal ? draftEntries([journal], ['/correction/journal']) : [];
}
