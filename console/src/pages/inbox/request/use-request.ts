// What the panel of a request reads.
import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { readRequest } from '../request-kinds.ts';

const REQUEST_INTERVAL_MS = 30_000;

/** The whole request, as it stands. */
export function useRequest(requestId: string) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getRequest', { requestId });
  return useQuery({
    queryKey,
    queryFn: () => readRequest(ledger, requestId),
    refetchInterval: REQUEST_INTERVAL_MS,
  });
}

/** What an approval would do now; read again each time that this is shown. */
export function usePreview(requestId: string, isEnabled: boolean) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('previewRequest', { requestId });
  return useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/requests/{requestId}/preview', { params: { path: { requestId } } }),
      ),
    refetchOnMount: 'always',
    enabled: isEnabled,
  });
}

/** The summary of a request that the list at hand does not show: it is found by the time of submission. */
export function useSummary(
  requestId: string,
  createdAt: string | undefined,
  listed: RequestSummary | undefined,
): RequestSummary | undefined {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listRequests', { requestId, at: createdAt });
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const query = { from: createdAt ?? '', to: createdAt ?? '', limit: 100 };
      return requireData(await ledger.GET('/api/requests', { params: { query } })).items;
    },
    enabled: listed === undefined && createdAt !== undefined,
  });
  return listed ?? data?.find(({ id }) => id === requestId);
}
