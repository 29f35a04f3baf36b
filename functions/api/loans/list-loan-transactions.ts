import { listLoanTransactions } from '../../../schemas/generated/operations/list-loan-transactions.ts';
import { listTransactions } from '../../ledger/loans/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toTransactionView } from '../../views/loan.ts';

export const handler = operation(listLoanTransactions, async ({ path, query, session, after }) => {
  const page = await listTransactions(session, path.loanId, toPageRequest(query, after));
  return { ...page, items: page.items.map(toTransactionView) };
});
