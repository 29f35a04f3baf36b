// What posting a transaction on a loan consists of: the loan, its account and the journal change together.
import { loanEntryDraft, transactionOf } from '../../domain/journal/loan-entries.ts';
import { applyEffect, effectOf } from '../../domain/loans/effects.ts';
import type { LoanTransaction, LoanTransactionDraft } from '../../domain/loans/transactions.ts';
import { momentAfter } from '../../domain/loans/loans.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import { readPolicies } from '../../ledger/products/rule-cache.ts';
import { loanWrites } from '../../ledger/loans/writes.ts';
import { readAndRecount } from '../../ledger/loans/open-loans.ts';
import type { EventDraft } from '../../ledger/commit/receipt-events.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { postedEvent } from '../../events/journal-entry.ts';
import { postedOnLoanEvent } from '../../events/loan-transaction.ts';
import { postDrafts } from '../journal/post-entries.ts';

export interface PostedOnLoan {
  readonly transaction: LoanTransaction;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/** The posted transaction with its writes and events; reads the account if the type touches it. */
export async function postOnLoan(
  session: Session,
  before: Loan,
  draft: LoanTransactionDraft,
  now: Date,
): Promise<PostedOnLoan> {
  const changed = applyEffect(before, effectOf(draft), draft.type);
  const { productId } = before.terms;
  const product = (await readPolicies(session, [productId], now)).get(productId);
  const drafts = [loanEntryDraft(before, draft, product?.terms.ledgerAccounts)];
  const moment = momentAfter(before, now);
  const { entries, writes, policyEvents } = await postDrafts(session, drafts, moment, {
    loan: before,
  });
  const [entry] = entries;
  const transaction = entry && transactionOf(entry);
  if (!transaction) throw new Error('no transaction was posted');
  const after = { ...changed, state: { ...changed.state, updatedAt: entry.postedAt } };
  const counted = await readAndRecount(session, [{ before, after }]);
  return {
    transaction,
    writes: [...loanWrites(session, before, after, [transaction]), ...counted, ...writes],
    events: [postedOnLoanEvent(transaction, after), postedEvent(entry), ...policyEvents],
  };
}
