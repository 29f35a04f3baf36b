import type { Batch } from '../../../../client/client.ts';
import { nameBatch, nameBatchType } from '../../parts/batches/batch-request.ts';
import { RequesterName } from '../../parts/batches/requester-name.tsx';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { batchesText } from './messages.ts';

export const batchColumns: readonly ListColumn<Batch>[] = [
  {
    id: 'name',
    header: batchesText('name'),
    isRowHeader: true,
    cell: (batch) => (
      <PageLink to="/batches/$batchId" params={{ batchId: batch.batchId }}>
        {nameBatch(batch)}
      </PageLink>
    ),
  },
  { id: 'kind', header: batchesText('kind'), cell: ({ type }) => nameBatchType(type) },
  { id: 'batch', header: batchesText('batch'), cell: ({ batchId }) => <CopyId id={batchId} /> },
  {
    id: 'status',
    header: batchesText('status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: 'processed', header: batchesText('processed'), cell: formatProcessed },
  {
    id: 'requested',
    header: batchesText('requested'),
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
  {
    id: 'requestedBy',
    header: batchesText('requestedBy'),
    cell: ({ requested_by }) => <RequesterName id={requested_by} />,
  },
];

function formatProcessed({ progress: { processed, total } }: Batch): string {
  if (total === undefined) return processed.toLocaleString();
  return batchesText('processedOf', { processed, total });
}
