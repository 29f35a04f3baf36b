import { listLedgerActivity } from '../../../schemas/generated/operations/list-ledger-activity.ts';
import { listProjections } from '../../ledger/projections/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(listLedgerActivity, async ({ query, session, after }) => {
  const page = await listProjections(session, 'ledger_activity', toPageRequest(query, after));
  return {
    ...page,
    items: page.items.map((record) => toProjectionView('ledger_activity', record)),
  };
});
