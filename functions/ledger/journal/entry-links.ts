// What a journal entry says of others: of the entry that it adjusts, and of the loan transaction that
// it posts; as members of its item and back.
import type { EntryLinks, Lending } from '../../domain/journal/entry-draft.ts';
import type { LoanTransactionType } from '../../domain/loans/transactions.ts';
import { allocationItem, allocationOf } from './allocation-items.ts';
import { optional, text } from '../store/stored.ts';

export function linkMembers(links: EntryLinks) {
  return {
    reverses: links.reversesJournalEntryId,
    replaces: links.replacesJournalEntryId,
    adjustment_request_id: links.adjustmentRequestId,
    workflow_execution_id: links.workflowExecutionId,
  };
}

export function entryLinks(item: Record<string, unknown>): EntryLinks {
  return {
    ...optional(item, 'reverses', 'reversesJournalEntryId'),
    ...optional(item, 'replaces', 'replacesJournalEntryId'),
    ...optional(item, 'adjustment_request_id', 'adjustmentRequestId'),
    ...optional(item, 'workflow_execution_id', 'workflowExecutionId'),
  };
}

export function lendingMembers({ lending }: { readonly lending?: Lending }) {
  return {
    loan_id: lending?.loanId,
    loan_account_id: lending?.accountId,
    transaction_type: lending?.type,
    allocation: lending && allocationItem(lending.allocation),
  };
}

export function lendingOf(item: Record<string, unknown>, currency: string): { lending?: Lending } {
  if (item['loan_id'] === undefined) return {};
  return {
    lending: {
      loanId: text(item, 'loan_id'),
      accountId: text(item, 'loan_account_id'),
      type: text(item, 'transaction_type') as LoanTransactionType,
      allocation: allocationOf(item['allocation'], currency),
    },
  };
}
