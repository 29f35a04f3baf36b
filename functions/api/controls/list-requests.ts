import { listRequests } from '../../../schemas/generated/operations/list-requests.ts';
import { listRequestSummaries } from '../../ledger/requests/summaries/request-summaries.ts';
import { operation } from '../../runtime/operation.ts';
import { toRequestSummaryView } from '../../views/controls/request-summary.ts';
import { readOperatorNames } from '../audit/read-directory.ts';
import { canDecide, readRequestFilter } from './request-filter.ts';

export const handler = operation(listRequests, async ({ query, session, after, permissions }) => {
  const filter = readRequestFilter(query, permissions);
  if (filter.isDecidable && !canDecide(permissions)) return { items: [] };
  const { searchedUntil, ...page } = await listRequestSummaries(session, filter, {
    after,
    limit: query.limit,
  });
  const makers = page.items.map(({ request }) => request.requestedBy);
  const names = await readOperatorNames(session, makers);
  return {
    ...page,
    items: page.items.map((summary) => toRequestSummaryView(summary, names)),
    ...(searchedUntil !== undefined && { members: { searched_until: searchedUntil } }),
  };
});
