import { listLoans as contract } from '../../../schemas/generated/operations/list-loans.ts';
import { listLoans } from '../../ledger/loans/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toLoanView } from '../../views/loan.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listLoans(session, after, query.limit);
  return { ...page, items: page.items.map(toLoanView) };
});
