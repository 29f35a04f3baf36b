// The digest of a journal entry in the evidence log. It covers what the CSV export states of the entry, so
// that an auditor computes it from the export alone (docs/evidence-formats.md).
import type { Direction } from '../values/direction.ts';
import { formatMoney, NO_CURRENCY } from '../values/money.ts';
import { toTransactionId } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { computeJsonDigest } from '../values/canonical-json.ts';

/**
 * A journal entry as the digest covers it: with the names of the export's columns, amounts as decimal
 * strings, and an empty string for what the entry has not. Its members are fixed, because logs have its
 * digests.
 */
export interface EntryStatement {
  readonly v: 1;
  readonly journal_entry_id: string;
  readonly posted_at: string;
  readonly entry_type: string;
  readonly currency: string;
  readonly description: string;
  readonly effective_date: string;
  readonly reverses_journal_entry_id: string;
  readonly replaces_journal_entry_id: string;
  readonly adjustment_request_id: string;
  readonly loan_id: string;
  readonly transaction_id: string;
  readonly posted_by: string;
  readonly correlation_id: string;
  readonly ledger_lines: readonly LineStatement[];
  readonly postings: readonly PostingStatement[];
}

export interface LineStatement {
  readonly account_code: string;
  readonly side: Direction;
  readonly amount: string;
}

export interface PostingStatement {
  readonly account_id: string;
  readonly side: Direction;
  readonly amount: string;
  readonly balance_after: string;
  readonly sequence: number;
  readonly entry_id: string;
  /** Hexadecimal; empty for a posting that was stored without its hash. */
  readonly entry_hash: string;
  readonly reference: string;
}

/** Builds the statement of a stored entry; `hashes` are those of its postings, hexadecimal. */
export function buildEntryStatement(
  entry: JournalEntry,
  hashes: readonly string[],
): EntryStatement {
  const { loanEntry } = entry;
  return {
    v: 1,
    journal_entry_id: entry.id,
    posted_at: entry.postedAt,
    entry_type: entry.entryType,
    currency: entry.currency ?? NO_CURRENCY,
    description: entry.description ?? '',
    effective_date: entry.effectiveDate,
    reverses_journal_entry_id: entry.reversesJournalEntryId ?? '',
    replaces_journal_entry_id: entry.replacesJournalEntryId ?? '',
    adjustment_request_id: entry.adjustmentRequestId ?? '',
    loan_id: loanEntry?.loanId ?? '',
    transaction_id: loanEntry ? toTransactionId(entry.id) : '',
    posted_by: entry.postedBy,
    correlation_id: entry.correlationId,
    ledger_lines: entry.ledgerLines.map(({ accountCode, side, amount }) => {
      return { account_code: accountCode, side, amount: formatMoney(amount) };
    }),
    postings: entry.postings.map((posting, at) => ({
      account_id: posting.accountId,
      side: posting.direction,
      amount: formatMoney(posting.amount),
      balance_after: formatMoney(posting.balanceAfter),
      sequence: posting.sequence,
      entry_id: posting.entryId,
      entry_hash: hashes[at] ?? '',
      reference: posting.reference ?? '',
    })),
  };
}

/** Computes SHA-256 over the canonical JSON of the statement, hexadecimal. */
export function computeEntryDigest(statement: EntryStatement): string {
  return computeJsonDigest(statement);
}
