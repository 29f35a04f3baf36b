import { getTransaction } from '../../../schemas/generated/operations/get-transaction.ts';
import { readTransaction } from '../../ledger/loans/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toTransactionView } from '../../views/loan.ts';

export const handler = operation(getTransaction, async ({ path, session }) => {
  const { transaction, reversedBy } = await readTransaction(session, path.transactionId);
  const reversal = reversedBy !== undefined && { reversed_by: reversedBy };
  return { body: { ...toTransactionView(transaction), ...reversal } };
});
