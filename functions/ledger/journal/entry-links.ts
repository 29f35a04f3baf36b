// What a journal entry says of others: of the entry that it adjusts, and of the loan transaction that
// it posts; as members of its item and back.
import type { EntryLinks, LoanEntry } from '../../domain/journal/entry-draft.ts';
import type { LoanTransactionType } from '../../domain/loans/transactions.ts';
import { toAllocationItem, fromAllocationItem } from '../loans/allocation-items.ts';
import { readOptionalText, readText } from '../store/attributes.ts';

export function toLinkMembers(links: EntryLinks) {
  return {
    reverses: links.reversesJournalEntryId,
    replaces: links.replacesJournalEntryId,
    adjustment_request_id: links.adjustmentRequestId,
    workflow_execution_id: links.workflowExecutionId,
  };
}

export function fromLinkMembers(item: Record<string, unknown>): EntryLinks {
  return {
    ...readOptionalText(item, 'reverses', 'reversesJournalEntryId'),
    ...readOptionalText(item, 'replaces', 'replacesJournalEntryId'),
    ...readOptionalText(item, 'adjustment_request_id', 'adjustmentRequestId'),
    ...readOptionalText(item, 'workflow_execution_id', 'workflowExecutionId'),
  };
}

export function toLoanEntryMembers({ lending }: { readonly lending?: LoanEntry }) {
  return {
    loan_id: lending?.loanId,
    loan_account_id: lending?.accountId,
    transaction_type: lending?.type,
    allocation: lending && toAllocationItem(lending.allocation),
  };
}

export function fromLoanEntryMembers(
  item: Record<string, unknown>,
  currency: string,
): { lending?: LoanEntry } {
  if (item['loan_id'] === undefined) return {};
  return {
    lending: {
      loanId: readText(item, 'loan_id'),
      accountId: readText(item, 'loan_account_id'),
      type: readText(item, 'transaction_type') as LoanTransactionType,
      allocation: fromAllocationItem(item['allocation'], currency),
    },
  };
}
