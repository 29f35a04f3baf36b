import { listRequests } from '../../../schemas/generated/operations/list-requests.ts';
import { listRequestSummaries } from '../../ledger/requests/request-summaries.ts';
import { operation } from '../../runtime/operation.ts';
import { toRequestSummaryView } from '../../views/controls/request-summary.ts';

export const handler = operation(listRequests, async ({ query, session, after }) => {
  const { limit, mine, ...others } = query;
  const filter = { ...others, ...(mine !== undefined && { isMine: mine === 'true' }) };
  const page = await listRequestSummaries(session, filter, { after, limit });
  return { ...page, items: page.items.map(toRequestSummaryView) };
});
