// Adjustments reverse or correct stored records, on request and with approval (docs/contract.md,
// Adjustments). The record itself never changes: new entries undo it.
import type { AccountState } from '../accounts/accounts.ts';
import { toTransactionId } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Loan } from '../loans/loans.ts';
import type { OpenLoanCount } from '../loans/open-loans.ts';
import type { AdjustmentType, Correction, TargetType } from './corrections.ts';
import type { ControlledRequest } from './decisions.ts';

/** The record to adjust, which never changes. */
export interface AdjustmentTarget {
  readonly type: TargetType;
  /** The journal entry itself, or the one that posted the loan transaction and stores all of it. */
  readonly entry: JournalEntry;
}

export interface AdjustmentRequest extends ControlledRequest {
  readonly adjustmentType: AdjustmentType;
  readonly target: AdjustmentTarget;
  /** The correction as requested. */
  readonly correction?: Correction;
  readonly reversalJournalEntryId?: string;
  readonly replacementJournalEntryId?: string;
}

/** The records that the decision needs. */
export interface AdjustmentRecords {
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** The loan of a loan transaction; read only for the approval. */
  readonly loan?: Loan;
  /** The open loans of that loan's account. */
  readonly openLoans?: OpenLoanCount;
  /** The id of the record that has already reversed the target. */
  readonly reversedBy?: string | undefined;
}

/** Returns the target's id: that of its journal entry or of its loan transaction. */
export function readTargetId({ type, entry }: AdjustmentTarget): string {
  return type === 'TRANSACTION' ? toTransactionId(entry.id) : entry.id;
}

/** Names the target in messages. */
export function targetNameOf(target: AdjustmentTarget): string {
  const noun = target.type === 'TRANSACTION' ? 'Transaction' : 'Journal entry';
  return `${noun} ${readTargetId(target)}`;
}

/** Returns the message of already_reversed. */
export function describeReversal(target: AdjustmentTarget, by: string): string {
  return `${targetNameOf(target)} was reversed by ${by} already.`;
}
