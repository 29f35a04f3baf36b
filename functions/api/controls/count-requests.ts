import { countRequests } from '../../../schemas/generated/operations/count-requests.ts';
import { countPendingRequests } from '../../ledger/requests/summaries/request-counts.ts';
import { operation } from '../../runtime/operation.ts';
import { canDecide } from './request-filter.ts';

export const handler = operation(countRequests, async ({ session, permissions }) => {
  const { others, mine, isExact } = await countPendingRequests(session);
  return { body: { decidable: canDecide(permissions) ? others : 0, mine, is_exact: isExact } };
});
