import { getRouteApi } from '@tanstack/react-router';
import type { Operator } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { FilterForm } from '../../parts/filters/filter-form.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { describeHolder } from './holder-names.ts';
import { adminText } from './messages.ts';

const route = getRouteApi('/admin');

/** The operators and services that have used the APIs. */
export function Directory() {
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const list = useFilteredList({
    operation: 'listOperators',
    filter: { ...(id !== undefined && { ids: id }) },
    read: (query) => ledger.GET('/api/operators', { params: { query } }),
  });
  return (
    <ListPage
      title={adminText('directory')}
      level="h2"
      list={list}
      columns={columns}
      readId={(holder) => holder.id}
      empty={adminText(id === undefined ? 'none' : 'noMatch')}
      filters={
        <FilterForm
          key={id}
          filters={[{ name: 'id', label: adminText('idFilter') }]}
          values={{ ...(id !== undefined && { id }) }}
          onShow={(search) => void navigate({ search })}
        />
      }
    />
  );
}

const columns: readonly ListColumn<Operator>[] = [
  {
    id: 'name',
    header: adminText('name'),
    isRowHeader: true,
    cell: (holder) => (
      <PageLink to="/admin" search={(search) => ({ ...search, open: holder.id })}>
        {describeHolder(holder)}
      </PageLink>
    ),
  },
  {
    id: 'username',
    header: adminText('username'),
    cell: ({ preferred_username }) => preferred_username ?? '',
  },
  {
    id: 'kind',
    header: adminText('kind'),
    cell: ({ kind }) => adminText(kind === 'OPERATOR' ? 'operatorKind' : 'serviceKind'),
  },
  { id: 'id', header: adminText('id'), cell: ({ id }) => <CopyId id={id} /> },
  {
    id: 'firstSeen',
    header: adminText('firstSeen'),
    cell: ({ first_seen_at }) => <Instant value={first_seen_at} />,
  },
  {
    id: 'lastSeen',
    header: adminText('lastSeen'),
    cell: ({ last_seen_at }) => <Instant value={last_seen_at} />,
  },
];
