import { listChangeRequests as contract } from '../../../schemas/generated/operations/list-change-requests.ts';
import { listChangeRequests } from '../../ledger/requests/change-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toChangeRequestView } from '../../views/controls/controls.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const { limit, ...filter } = query;
  const page = await listChangeRequests(session, filter, { after, limit });
  return { ...page, items: page.items.map(toChangeRequestView) };
});
