// What is to take the place of a record, as asked for; each type of target takes its own kind.
import { draftEntries } from '../journal/entry-draft.ts';
import type { EntryDraft, NewJournalEntry } from '../journal/entry-draft.ts';
import { draftLending } from '../loans/transactions.ts';
import type { NewLending } from '../loans/transactions.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

export type AdjustmentType = 'REVERSAL' | 'CORRECTION';

export type TargetType = 'TRANSACTION' | 'JOURNAL_ENTRY';

export interface Correction {
  /** For a loan transaction. */
  readonly lending?: NewLending;
  /** For a journal entry. */
  readonly journal?: Pick<NewJournalEntry, 'ledger_lines' | 'account_postings'>;
}

export interface NewAdjustment {
  readonly target_type: TargetType;
  readonly target_id: string;
  readonly adjustment_type: AdjustmentType;
  readonly reason: string;
  readonly correction?: Correction;
}

const KIND = { TRANSACTION: 'lending', JOURNAL_ENTRY: 'journal' } as const;

/**
 * Checks the correction in itself. Refuses, in this order: correction_required,
 * correction_not_allowed, wrong_correction, and as draftEntries or draftLending does.
 */
export function refuseCorrection(asked: NewAdjustment): void {
  const { adjustment_type: type, target_type: target, correction } = asked;
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
  const isItsKind = Object.keys(correction).join() === KIND[target];
  if (!isItsKind) {
    const fault = `/correction must have ${KIND[target]} alone for a ${target}`;
    throw new Refusal('wrong_correction', [fault]);
  }
  const { lending, journal } = correction;
  if (lending) draftLending(lending, LENDING);
  correctedDrafts(journal);
}

/** Where in a request the correction of a loan transaction is. */
export const LENDING = '/correction/lending';

/** The entry that takes the place of a journal entry; none for a reversal. */
export function correctedDrafts(journal: Correction['journal']): EntryDraft[] {
  return journal ? draftEntries([journal], ['/correction/journal']) : [];
}
