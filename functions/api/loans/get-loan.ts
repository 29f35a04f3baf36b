import { getLoan } from '../../../schemas/generated/operations/get-loan.ts';
import { readLoan } from '../../ledger/loans/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toLoanView } from '../../views/loan.ts';

export const handler = operation(getLoan, async ({ path, session }) => {
  const loan = await readLoan(session, path.loanId);
  return { body: toLoanView(loan) };
});
