import { listLoans as contract } from '../../../schemas/generated/operations/list-loans.ts';
import { listLoans } from '../../ledger/loans/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toLoanView } from '../../views/loan.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listLoans(session, toPageRequest(query, after));
  return { ...page, items: page.items.map(toLoanView) };
});
