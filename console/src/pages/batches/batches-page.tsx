import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { useFollow } from '../../routing/use-follow.ts';
import { useIsPermitted } from '../../session/session-context.tsx';
import { batchColumns } from './batch-columns.tsx';
import { BatchFilters } from './batch-filters.tsx';
import { batchesText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/batches');

export function BatchesPage() {
  const search = route.useSearch();
  const { workbench } = useApi();
  const list = useFilteredList({
    operation: 'listLegacyBatches',
    filter: search,
    read: (query) => workbench.GET('/api/legacy-batches', { params: { query } }),
  });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title={pageTitle('batches')}
      level="h1"
      list={list}
      columns={batchColumns}
      readId={({ batchId }) => batchId}
      empty={batchesText(isFiltered ? 'noMatch' : 'none')}
      actions={<BatchActions />}
      filters={<BatchFilters search={search} />}
    />
  );
}

function BatchActions() {
  const follow = useFollow();
  const isOperating = useIsPermitted(['compliance.operate']);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button href="/batches/schedules" onFollow={follow}>
        {batchesText('schedules')}
      </Button>
      {isOperating && (
        <Button href="/batches/import" onFollow={follow}>
          {batchesText('importFile')}
        </Button>
      )}
      {isOperating && (
        <Button href="/batches/export" variant="primary" onFollow={follow}>
          {batchesText('askForExport')}
        </Button>
      )}
    </SpaceBetween>
  );
}
