import { listLoanActivity } from '../../../schemas/generated/operations/list-loan-activity.ts';
import { listProjections } from '../../ledger/projections/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(listLoanActivity, async ({ query, session, after }) => {
  const page = await listProjections(session, 'loan_activity', toPageRequest(query, after));
  return { ...page, items: page.items.map((record) => toProjectionView('loan_activity', record)) };
});
