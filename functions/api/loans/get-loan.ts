import { getLoan } from '../../../schemas/generated/operations/get-loan.ts';
import { readLoan } from '../../ledger/loans/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { loanView } from '../../views/loan.ts';

export const handler = operation(getLoan, async ({ path, session }) => {
  const loan = await readLoan(session, path.loanId);
  return { body: loanView(loan) };
});
