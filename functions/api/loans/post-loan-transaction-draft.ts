// Posting a loan transaction changes the loan, its account and the journal together.
import { buildLoanEntryDraft, toLoanTransaction } from '../../domain/journal/loan-entries.ts';
import { applyLoanEffect, computeEffect } from '../../domain/loans/loan-effects.ts';
import type { LoanTransaction, LoanTransactionDraft } from '../../domain/loans/transactions.ts';
import { computeNextMoment } from '../../domain/loans/loans.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import { readProductRules } from '../../ledger/products/rule-cache.ts';
import { buildLoanWrites } from '../../ledger/loans/writes.ts';
import { readAndBuildRecountWrites } from '../../ledger/loans/open-loans.ts';
import type { EventDraft } from '../../ledger/commit/receipt-events.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildPostedEvent } from '../../events/journal-entry.ts';
import { buildLoanTransactionEvent } from '../../events/loan-transaction.ts';
import { postDrafts } from '../journal/post-drafts.ts';

export interface LoanPosting {
  readonly transaction: LoanTransaction;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/** The posted transaction with its writes and events; reads the account, whose product has rules too. */
export async function postLoanTransactionDraft(
  session: Session,
  before: Loan,
  draft: LoanTransactionDraft,
  now: Date,
): Promise<LoanPosting> {
  const changed = applyLoanEffect(before, computeEffect(draft), draft.type);
  const { productId } = before.terms;
  const product = (await readProductRules(session, [productId], now)).get(productId);
  const drafts = [buildLoanEntryDraft(before, draft, product?.terms.ledgerAccounts)];
  const moment = computeNextMoment(before, now);
  const { entries, writes, ruleEvents } = await postDrafts(session, drafts, moment, {
    loan: before,
  });
  const [entry] = entries;
  const transaction = entry && toLoanTransaction(entry);
  if (!transaction) throw new Error('no transaction was posted');
  const after = { ...changed, state: { ...changed.state, updatedAt: entry.postedAt } };
  const counted = await readAndBuildRecountWrites(session, [{ before, after }]);
  return {
    transaction,
    writes: [...buildLoanWrites(session, before, after, [transaction]), ...counted, ...writes],
    events: [buildLoanTransactionEvent(transaction, after), buildPostedEvent(entry), ...ruleEvents],
  };
}
