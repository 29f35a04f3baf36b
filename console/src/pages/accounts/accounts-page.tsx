import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { accountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';
import { accountsText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/accounts');

export function AccountsPage() {
  const search = route.useSearch();
  const { ledger } = useApi();
  const list = useFilteredList({
    operation: 'listAccounts',
    filter: search,
    read: (query) => ledger.GET('/api/accounts', { params: { query } }),
  });
  const mayOpen = useIsPermitted(['finance.write']);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title={pageTitle('accounts')}
      level="h1"
      list={list}
      columns={accountColumns}
      readId={({ id }) => id}
      empty={accountsText(isFiltered ? 'noMatch' : 'none')}
      actions={mayOpen && <PageLink to="/accounts/new">{accountsText('openAccount')}</PageLink>}
      filters={<AccountFilters key={JSON.stringify(search)} search={search} />}
    />
  );
}
