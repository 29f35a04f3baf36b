// Drafts the entries of an adjustment: one that reverses the target and, for a correction, one that
// replaces it.
import type { AdjustmentRequest } from './adjustments.ts';
import { draftCorrectedEntries } from './corrections.ts';
import { denominateEntry } from '../journal/entry-draft.ts';
import type { EntryDraft } from '../journal/entry-draft.ts';
import { toTransactionId } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { buildLoanEntryDraft } from '../journal/loan-entries.ts';
import type { LoanLedgerAccounts } from '../loans/ledger-accounts.ts';
import { computeEffect, addEffects } from '../loans/loan-effects.ts';
import { draftLoanTransaction } from '../loans/transactions.ts';
import { buildZeroAmounts } from '../loans/loans.ts';
import type { Loan, LoanAmounts } from '../loans/loans.ts';
import { opposite } from '../values/direction.ts';
import { NO_CURRENCY, readCurrency } from '../values/money.ts';

/**
 * Builds the entries in posting order; `loan` and its product's account `codes` are those of a loan
 * transaction.
 */
export function buildAdjustmentDrafts(
  request: AdjustmentRequest,
  loan?: Loan,
  codes?: LoanLedgerAccounts,
): EntryDraft[] {
  const { id, reason: description, target } = request;
  const replacements = buildReplacementDrafts(request, loan, codes).map((draft): EntryDraft => {
    const links = { replacesJournalEntryId: target.entry.id, adjustmentRequestId: id };
    return { ...draft, entryType: 'CORRECTION', description, links };
  });
  return [buildReversalDraft(target.entry, id, description), ...replacements];
}

function buildReplacementDrafts(
  { target, correction }: AdjustmentRequest,
  loan?: Loan,
  codes?: LoanLedgerAccounts,
): EntryDraft[] {
  const { lending, journal } = correction ?? {};
  const { type } = target.entry.loanEntry ?? {};
  if (!lending || !type || !loan) {
    const { currency = NO_CURRENCY } = target.entry;
    return draftCorrectedEntries(journal).map((draft) => denominateEntry(draft, currency));
  }
  return [buildLoanEntryDraft(loan, draftLoanTransaction(type, lending), codes)];
}

/** Builds the reversal: every line and posting with the opposite side. */
export function buildReversalDraft(
  entry: JournalEntry,
  requestId: string,
  description: string,
): EntryDraft {
  return {
    entryType: 'REVERSAL',
    ledgerLines: entry.ledgerLines.map((line) => ({ ...line, side: opposite(line.side) })),
    postings: entry.postings.map(({ accountId, direction, amount, reference }) => ({
      accountId,
      direction: opposite(direction),
      amount,
      ...(reference !== undefined && { reference }),
    })),
    ...(entry.currency !== undefined && { currency: entry.currency }),
    description,
    ...(entry.loanEntry && { loanEntry: entry.loanEntry }),
    differingCodes: (entry.controlDifferences ?? []).map(({ accountCode }) => accountCode),
    links: { reversesJournalEntryId: entry.id, adjustmentRequestId: requestId },
  };
}

/**
 * Returns the account codes that the entries of an adjustment may have lines on; `codes` are those of a
 * loan's product.
 */
export function listAdjustedCodes(
  { target, correction }: AdjustmentRequest,
  codes?: LoanLedgerAccounts,
): Set<string> {
  const replacing = correction?.journal?.ledger_lines ?? [];
  return new Set([
    ...target.entry.ledgerLines.map(({ accountCode }) => accountCode),
    ...replacing.map(({ account_code: accountCode }) => accountCode),
    ...Object.values(codes ?? {}),
  ]);
}

/** Computes the net effect of the entries on the amounts of the loan. */
export function computeNetEffect({ terms }: Loan, drafts: readonly EntryDraft[]): LoanAmounts {
  const effects = drafts.flatMap(({ loanEntry, links }) => {
    const reversed = links?.reversesJournalEntryId;
    const reversal = reversed !== undefined && { reversesTransactionId: toTransactionId(reversed) };
    return loanEntry ? [computeEffect({ ...loanEntry, ...reversal })] : [];
  });
  return effects.reduce(addEffects, buildZeroAmounts(readCurrency(terms.principal)));
}
