import { getLoanActivity } from '../../../schemas/generated/operations/get-loan-activity.ts';
import { readProjection } from '../../ledger/projections/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(getLoanActivity, async ({ path, session }) => {
  const record = await readProjection(session, 'loan_activity', path.loanId);
  return { body: toProjectionView('loan_activity', record) };
});
