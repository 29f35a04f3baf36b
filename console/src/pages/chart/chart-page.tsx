import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TextFilter from '@cloudscape-design/components/text-filter';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { GeneralLedgerAccount } from '../../../../client/client.ts';
import { useChart } from '../../api/use-chart.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { CsvButton } from '../../parts/reports/csv-button.tsx';
import { TreeList } from '../../parts/reports/tree-list.tsx';
import { parseClosedRows, toggleClosedRow } from '../../parts/reports/tree-rows.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { formatClockTime } from '../../values/instants.ts';
import { buildChartColumns, chartCsvColumns } from './chart-columns.tsx';
import { buildChartTree, listChartAccounts } from './chart-tree.ts';
import { chartText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/gl/accounts');

export function ChartPage() {
  const { find = '', closed: closedRows } = route.useSearch();
  const navigate = route.useNavigate();
  const { timeZone } = useTenant();
  const { data, error, dataUpdatedAt, refetch } = useChart();
  const mayReadLines = useIsPermitted(['finance.read', 'audit.read']);
  const closed = parseClosedRows(closedRows);
  const roots = data && buildChartTree(data, find);
  const shown = listChartAccounts(roots ?? []);
  return (
    <SpaceBetween size="m">
      <Header variant="h1" actions={<ChartActions isRead={data !== undefined} shown={shown} />}>
        {pageTitle('chart')}
      </Header>
      {error !== null && (
        <ErrorPanel
          error={error}
          onTryAgain={() => void refetch()}
          {...(data && { asOf: formatClockTime(new Date(dataUpdatedAt), timeZone) })}
        />
      )}
      <ChartFilter key={find} find={find} count={shown.length} />
      <TreeList
        label={pageTitle('chart')}
        roots={error !== null && roots === undefined ? [] : roots}
        columns={buildChartColumns(mayReadLines)}
        nameRow={({ id }) => id}
        closed={closed}
        onToggle={(id) =>
          void navigate({
            search: (old) => ({ ...old, closed: toggleClosedRow(closed, id) }),
            replace: true,
          })
        }
        empty={error === null ? chartText(find === '' ? 'none' : 'noMatch') : ''}
      />
    </SpaceBetween>
  );
}

interface ChartActionsProps {
  readonly isRead: boolean;
  readonly shown: readonly GeneralLedgerAccount[];
}

function ChartActions({ isRead, shown }: ChartActionsProps) {
  const mayChange = useIsPermitted(['configuration.write']);
  return (
    <SpaceBetween direction="horizontal" size="s" alignItems="center">
      {mayChange && <PageLink to="/config/chart">{chartText('change')}</PageLink>}
      <CsvButton
        name="chart-of-accounts"
        columns={chartCsvColumns}
        isDisabled={!isRead}
        read={async () => shown}
      />
    </SpaceBetween>
  );
}

interface ChartFilterProps {
  readonly find: string;
  /** How many accounts are shown. */
  readonly count: number;
}

function ChartFilter({ find, count }: ChartFilterProps) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(find);
  return (
    <TextFilter
      filteringText={text}
      filteringAriaLabel={chartText('find')}
      filteringPlaceholder={chartText('find')}
      countText={chartText('shown', { count })}
      onChange={({ detail }) => setText(detail.filteringText)}
      onDelayedChange={({ detail }) => {
        const wanted = detail.filteringText.trim();
        void navigate({ search: (old) => ({ ...old, find: wanted }), replace: true });
      }}
    />
  );
}
