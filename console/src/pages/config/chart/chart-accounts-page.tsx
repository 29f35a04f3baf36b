import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { GeneralLedgerAccount } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { useFilteredList } from '../../../api/use-filtered-list.ts';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { nameAccountType } from '../../../parts/reports/account-type-name.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useFollow } from '../../../routing/use-follow.ts';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { ChartAccountForm } from './account-form.tsx';
import { chartAccountText } from './messages.ts';

const route = getRouteApi('/config/chart');

const columns: readonly ListColumn<GeneralLedgerAccount>[] = [
  {
    id: 'account',
    header: chartAccountText('account'),
    isRowHeader: true,
    cell: ({ code, name }) => (
      <PageLink to="/config/chart/$code" params={{ code }}>
        {`${code} ${name}`}
      </PageLink>
    ),
  },
  { id: 'type', header: chartAccountText('type'), cell: ({ type }) => nameAccountType(type) },
  { id: 'parent', header: chartAccountText('parent'), cell: ({ parent = '–' }) => parent },
  {
    id: 'currency',
    header: chartAccountText('currency'),
    cell: ({ currency }) => currency ?? chartAccountText('anyCurrency'),
  },
  {
    id: 'status',
    header: chartAccountText('status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
];

/** The chart as it is configured; its tree is a page of the general ledger. */
export function ChartAccountsPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const follow = useFollow();
  const isPermitted = useIsPermitted(['configuration.write']);
  const mayImport = useIsPermitted(['compliance.operate']);
  const list = useFilteredList({
    operation: 'listGeneralLedgerAccounts',
    filter: {},
    read: (query) => ledger.GET('/api/general-ledger/accounts', { params: { query } }),
  });
  return (
    <KindPage kind="chart">
      {isPermitted && form === 'new' && (
        <ChartAccountForm account={undefined} onClose={() => void navigate({ search: {} })} />
      )}
      <ListPage
        title={chartAccountText('title')}
        level="h2"
        list={list}
        columns={columns}
        readId={({ code }) => code}
        empty={chartAccountText('none')}
        filters={<PageLink to="/gl/accounts">{chartAccountText('tree')}</PageLink>}
        actions={
          isPermitted &&
          form === undefined && (
            <SpaceBetween direction="horizontal" size="xs">
              {mayImport && (
                <Button href="/batches/import?type=chart" onFollow={follow}>
                  {chartAccountText('import')}
                </Button>
              )}
              <Button onClick={() => void navigate({ search: { form: 'new' } })}>
                {chartAccountText('add')}
              </Button>
            </SpaceBetween>
          )
        }
      />
    </KindPage>
  );
}
