// What the inbox reads: the list of the view, the counts, and what this operator has decided since.
import { useQuery } from '@tanstack/react-query';
import type { RequestCounts, RequestSummary } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import type { ListReading } from '../../api/use-list.ts';
import { useList } from '../../api/use-list.ts';
import { applyDecisions } from './decided-requests.ts';
import type { DecidedRequests } from './decided-requests.ts';
import { buildRequestQuery } from './inbox-search.ts';
import type { InboxSearch, InboxView } from './inbox-search.ts';

const PAGE_SIZE = 50;
const COUNTS_INTERVAL_MS = 15_000;

export function useRequestList(
  search: InboxSearch,
  view: InboxView,
  decided: DecidedRequests,
): ListReading<RequestSummary> {
  const { ledger } = useApi();
  const list = useList({
    operation: 'listRequests',
    params: { ...search, view },
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const filters = buildRequestQuery(search, view, new Date());
      const query = { ...filters, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const page = requireData(await ledger.GET('/api/requests', { params: { query } }));
      return { items: page.items, nextCursor: page.next_cursor, lagSeconds: undefined };
    },
  });
  return { ...list, items: list.items && applyDecisions(list.items, view, decided) };
}

/** Undefined before the first answer. */
export function useRequestCounts(): RequestCounts | undefined {
  const { ledger } = useApi();
  const queryKey = useOperationKey('countRequests');
  const { data } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/requests/counts')),
    refetchInterval: COUNTS_INTERVAL_MS,
  });
  return data;
}
