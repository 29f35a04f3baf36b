import { getLedgerActivity } from '../../../schemas/generated/operations/get-ledger-activity.ts';
import { readProjection } from '../../ledger/projections/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(getLedgerActivity, async ({ path, session }) => {
  const record = await readProjection(session, 'ledger_activity', path.journalEntryId);
  return { body: toProjectionView('ledger_activity', record) };
});
