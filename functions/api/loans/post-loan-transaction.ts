import { postLoanTransaction } from '../../../schemas/generated/operations/post-loan-transaction.ts';
import { draftLoanTransaction } from '../../domain/loans/transactions.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readLoanToPost } from '../../ledger/loans/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toTransactionView } from '../../views/loan.ts';
import { postLoanTransactionDraft } from './post-loan-transaction-draft.ts';

export const handler = operation(postLoanTransaction, async ({ path, body, session, now }) => {
  const draft = draftLoanTransaction(body.type, body);
  const loan = await readLoanToPost(session, path.loanId);
  const { transaction, writes, events } = await postLoanTransactionDraft(session, loan, draft, now);
  return commit(session, { writes, events, status: 201, body: toTransactionView(transaction) });
});
