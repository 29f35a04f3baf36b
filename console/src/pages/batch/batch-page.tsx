import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Batch } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { BatchFacts } from './batch-facts.tsx';
import { BatchHeader } from './batch-header.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { CheckPanel } from './check/check-panel.tsx';
import { ControlTotals } from './control-totals.tsx';
import { choosePollInterval } from './poll-interval.ts';
import { Rejections } from './rejections.tsx';

const route = getRouteApi('/batches/$batchId');

export function BatchPage() {
  const { batchId } = route.useParams();
  return <WatchedBatch key={batchId} batchId={batchId} />;
}

function WatchedBatch({ batchId }: { readonly batchId: string }) {
  const [openedAt] = useState(() => Date.now());
  const { workbench } = useApi();
  const queryKey = useOperationKey('getLegacyBatch', { batchId });
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await workbench.GET('/api/legacy-batches/{batchId}', { params: { path: { batchId } } }),
      ),
    refetchInterval: ({ state }) => choosePollInterval(state.data?.status, Date.now() - openedAt),
  });
  const isLoading = useDelay(query.isPending);
  return (
    <SpaceBetween size="m">
      <BatchHeader batch={query.data} onReadAgain={() => void query.refetch()} />
      {query.error !== null && (
        <ErrorPanel error={query.error} onTryAgain={() => void query.refetch()} />
      )}
      {isLoading && <Spinner size="large" />}
      {query.data !== undefined && <BatchDetails batch={query.data} />}
    </SpaceBetween>
  );
}

function BatchDetails({ batch }: { readonly batch: Batch }) {
  const { batchId, type, artifact, control_totals } = batch;
  const isExport = type === 'REGULATORY_EXPORT';
  return (
    <SpaceBetween size="m">
      <BatchProgress batch={batch} />
      <BatchFacts batch={batch} />
      {isExport && control_totals !== undefined && <ControlTotals totals={control_totals} />}
      {isExport && artifact !== undefined && <CheckPanel batchId={batchId} />}
      {!isExport && artifact !== undefined && <Rejections batchId={batchId} />}
    </SpaceBetween>
  );
}
