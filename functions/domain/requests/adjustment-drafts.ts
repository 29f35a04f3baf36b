// What an adjustment posts: an entry that turns its target round and, for a correction, one that
// takes the target's place.
import type { AdjustmentRequest } from './adjustments.ts';
import { correctedDrafts } from './corrections.ts';
import type { EntryDraft } from '../journal/entry-draft.ts';
import { transactionIdOf } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { loanEntryDraft } from '../journal/loan-entries.ts';
import type { LoanLedgerAccounts } from '../loans/ledger-accounts.ts';
import { effectOf, together } from '../loans/effects.ts';
import { draftLoanTransaction } from '../loans/transactions.ts';
import { noAmounts } from '../loans/loans.ts';
import type { Loan, LoanAmounts } from '../loans/loans.ts';
import { opposite } from '../values/direction.ts';
import { currencyOf } from '../values/money.ts';

/** The entries in the order of posting; `loan` is that of a loan transaction, `codes` its product's. */
export function adjustmentDrafts(
  request: AdjustmentRequest,
  loan?: Loan,
  codes?: LoanLedgerAccounts,
): EntryDraft[] {
  const { id, reason: description, target } = request;
  const replacements = replacementDrafts(request, loan, codes).map((draft): EntryDraft => {
    const links = { replacesJournalEntryId: target.entry.id, adjustmentRequestId: id };
    return { ...draft, entryType: 'CORRECTION', description, links };
  });
  return [reversalOf(target.entry, id, description), ...replacements];
}

function replacementDrafts(
  { target, correction }: AdjustmentRequest,
  loan?: Loan,
  codes?: LoanLedgerAccounts,
): EntryDraft[] {
  const { lending, journal } = correction ?? {};
  const { type } = target.entry.lending ?? {};
  if (!lending || !type || !loan) return correctedDrafts(journal);
  return [loanEntryDraft(loan, draftLoanTransaction(type, lending), codes)];
}

/** What takes the entry back: every line and posting turned round. */
export function reversalOf(
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
    ...(entry.lending && { lending: entry.lending }),
    links: { reversesJournalEntryId: entry.id, adjustmentRequestId: requestId },
  };
}

/** What the entries together do to the amounts of the loan. */
export function netEffect({ terms }: Loan, drafts: readonly EntryDraft[]): LoanAmounts {
  const effects = drafts.flatMap(({ lending, links }) => {
    const reversed = links?.reversesJournalEntryId;
    const reversal = reversed !== undefined && { reversesTransactionId: transactionIdOf(reversed) };
    return lending ? [effectOf({ ...lending, ...reversal })] : [];
  });
  return effects.reduce(together, noAmounts(currencyOf(terms.principal)));
}
