import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { readRequestText } from '../../parts/batches/batch-request.ts';

/** As many of the newest exports as are looked at: those of a month are requested soon after it. */
const LIMIT = 100;

/** An export of the month from this day on, for this legal basis, that has not failed. */
export function useKnownExport(legalBasisCode: string, from: string): Batch | undefined {
  const { workbench } = useApi();
  const query = { type: 'REGULATORY_EXPORT' as const, limit: LIMIT };
  const { data } = useQuery({
    queryKey: useOperationKey('listLegacyBatches', { ...query, isFirstPage: true }),
    queryFn: async () =>
      requireData(await workbench.GET('/api/legacy-batches', { params: { query } })),
  });
  return data?.items.find(
    ({ status, request }) =>
      status !== 'FAILED' &&
      readRequestText(request, 'period_from') === from &&
      readRequestText(request, 'legal_basis_code') === legalBasisCode,
  );
}
