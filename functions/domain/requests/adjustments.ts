// Reversing and correcting what stands in the books, on request and with approval (docs/contract.md,
// Adjustments). The record itself is never touched: what is posted beside it undoes it.
import type { AccountState } from '../accounts/accounts.ts';
import { toTransactionId } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Loan } from '../loans/loans.ts';
import type { OpenLoanCount } from '../loans/open-loans.ts';
import type { AdjustmentType, Correction, TargetType } from './corrections.ts';
import type { ControlledRequest } from './decisions.ts';

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
export interface AdjustmentRecords {
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** The loan of a loan transaction; read for its approval. */
  readonly loan?: Loan;
  /** The loans that need the account of that one. */
  readonly openLoans?: OpenLoanCount;
  /** The record that has reversed the target already. */
  readonly reversedBy?: string | undefined;
}

/** The identifier of the target: its journal entry's, or its transaction's. */
export function readTargetId({ type, entry }: AdjustmentTarget): string {
  return type === 'TRANSACTION' ? toTransactionId(entry.id) : entry.id;
}

/** The target as the sentences of refusals name it. */
export function targetNameOf(target: AdjustmentTarget): string {
  const noun = target.type === 'TRANSACTION' ? 'Transaction' : 'Journal entry';
  return `${noun} ${readTargetId(target)}`;
}

/** The sentence of an already_reversed. */
export function describeReversal(target: AdjustmentTarget, by: string): string {
  return `${targetNameOf(target)} was reversed by ${by} already.`;
}
