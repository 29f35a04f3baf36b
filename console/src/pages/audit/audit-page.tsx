import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useList } from '../../api/use-list.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { saveFile } from '../../parts/files/save-file.ts';
import { FilterForm } from '../../parts/filters/filter-form.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { listAuditColumns } from './audit-columns.tsx';
import { formatAuditCsv } from './audit-csv.ts';
import { buildAuditQuery } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { auditText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const PAGE_SIZE = 50;

const route = getRouteApi('/audit');

export function AuditPage() {
  const search = route.useSearch();
  const { timeZone } = useTenant();
  const list = useAuditEvents(search, timeZone);
  const isFiltered = Object.keys(search).length > 0;
  const { items = [] } = list;
  return (
    <ListPage
      title={pageTitle('audit')}
      level="h1"
      list={list}
      columns={listAuditColumns(search)}
      readId={({ id }) => id}
      empty={auditText(isFiltered ? 'noMatch' : 'none')}
      filters={<AuditFilters key={JSON.stringify(search)} search={search} timeZone={timeZone} />}
      actions={
        <Button
          iconName="download"
          disabled={items.length === 0 || list.areOfOther}
          onClick={() => saveFile('audit-trail.csv', formatAuditCsv(items), 'text/csv')}
        >
          {auditText('save')}
        </Button>
      }
    />
  );
}

function useAuditEvents(search: AuditSearch, timeZone: string) {
  const { ledger } = useApi();
  const filters = buildAuditQuery(search, timeZone);
  return useList({
    operation: 'listAuditEvents',
    params: filters,
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { ...filters, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer = await ledger.GET('/api/audit-events', { params: { query } });
      const { items, next_cursor: nextCursor, lag_seconds } = requireData(answer);
      return { items, nextCursor, lagSeconds: Math.ceil(lag_seconds) };
    },
  });
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly timeZone: string;
}

function AuditFilters({ search, timeZone }: AuditFiltersProps) {
  const navigate = route.useNavigate();
  return (
    <SpaceBetween size="xs">
      <FilterForm
        filters={[
          { name: 'from', label: auditText('from'), isDay: true },
          { name: 'to', label: auditText('to'), isDay: true },
          { name: 'actor', label: auditText('actorFilter') },
          {
            name: 'operation',
            label: auditText('operationFilter'),
            placeholder: auditText('operationHint'),
          },
          { name: 'subject', label: auditText('subjectFilter') },
        ]}
        values={search}
        onShow={(next) => void navigate({ search: next })}
      />
      <Box color="text-body-secondary">
        {auditText('daysSentence', { zone: timeZone })} {auditText('onlyShown')}
      </Box>
    </SpaceBetween>
  );
}
