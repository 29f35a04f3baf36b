import type { EntryLinks, LedgerLine } from '../domain/journal/entry-draft.ts';
import type { JournalEntry, Posting } from '../domain/journal/journal.ts';
import { buildPostingKey } from '../domain/journal/journal.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import type {
  JournalEntry as JournalEntryBody,
  LedgerLine as LedgerLineBody,
  PostedAccountPosting,
} from '../../schemas/generated/types.ts';

export function toJournalEntryView(entry: JournalEntry): JournalEntryBody {
  return {
    id: entry.id,
    entry_type: entry.entryType,
    ledger_lines: entry.ledgerLines.map(toLedgerLineView),
    account_postings: entry.postings.map((posting, index) =>
      toPostingView(posting, buildPostingKey(entry.id, index + 1)),
    ),
    ...(entry.currency !== undefined && { currency: entry.currency }),
    ...(entry.description !== undefined && { description: entry.description }),
    effective_date: entry.effectiveDate,
    ...toLinksView(entry),
    ...(entry.transactionId !== undefined && { transaction_id: entry.transactionId }),
    posted_by: entry.postedBy,
    correlation_id: entry.correlationId,
    posted_at: entry.postedAt,
  };
}

function toLinksView(entry: EntryLinks) {
  const { reversesJournalEntryId, replacesJournalEntryId } = entry;
  const { adjustmentRequestId, workflowExecutionId } = entry;
  return {
    ...(reversesJournalEntryId !== undefined && {
      reverses_journal_entry_id: reversesJournalEntryId,
    }),
    ...(replacesJournalEntryId !== undefined && {
      replaces_journal_entry_id: replacesJournalEntryId,
    }),
    ...(adjustmentRequestId !== undefined && { adjustment_request_id: adjustmentRequestId }),
    ...(workflowExecutionId !== undefined && { workflow_execution_id: workflowExecutionId }),
  };
}

function toLedgerLineView({ accountCode, side, amount }: LedgerLine): LedgerLineBody {
  const name = side === 'DEBIT' ? 'debit_amount' : 'credit_amount';
  return { account_code: accountCode, [name]: formatMoney(amount) };
}

function toPostingView(posting: Posting, key: string): PostedAccountPosting {
  return {
    entry_id: posting.entryId,
    account_id: posting.accountId,
    direction: posting.direction,
    amount: formatMoney(posting.amount),
    currency: readCurrency(posting.amount),
    ...(posting.reference !== undefined && { reference: posting.reference }),
    posting_key: key,
    balance_after: formatMoney(posting.balanceAfter),
  };
}
