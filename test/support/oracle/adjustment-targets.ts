// The target of an adjustment: the submitted reference and the record.
import type { EntryBody } from './journal.ts';
import { requireKnown } from './oracle-refusal.ts';
import type {
  TenantState,
  OracleEntry,
  OracleTransaction,
  LoanAmountsBody,
} from './histories/oracle-state.ts';

export interface AdjustmentBody {
  readonly target_type: 'TRANSACTION' | 'JOURNAL_ENTRY';
  readonly target_id: string;
  readonly adjustment_type: 'REVERSAL' | 'CORRECTION';
  readonly reason: string;
  readonly correction?: { readonly journal?: EntryBody; readonly lending?: LoanAmountsBody };
}
/** A journal entry, or a transaction with its journal entry. */
export interface AdjustedEntry {
  readonly entry: OracleEntry;
  readonly transaction?: OracleTransaction;
}

/** The record to be adjusted, or a refusal. */
export function findTarget(
  state: TenantState,
  { target_type: type, target_id: id }: AdjustmentBody,
): AdjustedEntry {
  if (type === 'JOURNAL_ENTRY') {
    return { entry: requireKnown(state.journal, id, 'journal_entry_not_found') };
  }
  const transaction = requireKnown(state.transactions, id, 'transaction_not_found');
  return {
    transaction,
    entry: requireKnown(state.journal, transaction.entryId, 'transaction_not_found'),
  };
}
