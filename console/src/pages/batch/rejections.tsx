import type { ImportRejection } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import type { ListColumn } from '../../parts/item-list.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { batchText } from './messages.ts';

const columns: readonly ListColumn<ImportRejection>[] = [
  {
    id: 'row',
    header: batchText('row'),
    isRowHeader: true,
    cell: ({ row }) => row.toLocaleString(),
  },
  { id: 'field', header: batchText('field'), cell: ({ field }) => field },
  { id: 'fault', header: batchText('fault'), cell: ({ message }) => message },
  { id: 'value', header: batchText('value'), cell: ({ value }) => value },
];

/** The faults of the records of an import, by row and field. */
export function Rejections({ batchId }: { readonly batchId: string }) {
  const { workbench } = useApi();
  const list = useFilteredList({
    operation: 'listLegacyBatchRejections',
    path: { batchId },
    filter: {},
    read: (query) =>
      workbench.GET('/api/legacy-batches/{batchId}/rejections', {
        params: { path: { batchId }, query },
      }),
  });
  return (
    <ListPage
      title={batchText('rejections')}
      level="h2"
      list={list}
      columns={columns}
      readId={({ row, field, code, message }) => [row, field, code, message].join(' ')}
      empty={batchText('noRejection')}
    />
  );
}
