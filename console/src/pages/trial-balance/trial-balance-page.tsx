import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { useOperationKey } from '../../api/queries.ts';
import { useChart } from '../../api/use-chart.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { CsvButton } from '../../parts/reports/csv-button.tsx';
import { CurrencyFilter } from '../../parts/reports/currency-filter.tsx';
import { ExactUpTo } from '../../parts/reports/exact-up-to.tsx';
import { PeriodFilter } from '../../parts/reports/period-filter.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { formatClockTime } from '../../values/instants.ts';
import { BalanceTable } from './balance-table.tsx';
import { balanceCsvColumns } from './balance-csv.ts';
import { trialBalanceText } from './messages.ts';
import { readTrialBalance } from './read-trial-balance.ts';
import type { TrialBalanceSearch, WholeTrialBalance } from './read-trial-balance.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/gl/trial-balance');

export function TrialBalancePage() {
  const { closed: _, ...filter } = route.useSearch();
  const { timeZone } = useTenant();
  const query = useTrialBalance(filter);
  const { error, isPlaceholderData: isOfOther } = query;
  const isLoading = useDelay(query.isPending || isOfOther);
  const data = isLoading ? undefined : query.data;
  const readAt = new Date(query.dataUpdatedAt);
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              iconName="refresh"
              ariaLabel={trialBalanceText('refresh')}
              loading={query.isFetching && data !== undefined}
              onClick={() => void query.refetch()}
            />
            <CsvButton
              name={`trial-balance-${data?.to ?? ''}`}
              columns={balanceCsvColumns}
              isDisabled={data === undefined || isOfOther}
              read={async () => data?.rows ?? []}
            />
          </SpaceBetween>
        }
      >
        {pageTitle('trialBalance')}
      </Header>
      <Filters filter={filter} shown={query.data} />
      {error !== null && (
        <ErrorPanel
          error={error}
          onTryAgain={() => void query.refetch()}
          {...(data && { asOf: formatClockTime(readAt, timeZone) })}
        />
      )}
      {isLoading && <Spinner size="large" />}
      {data !== undefined && !isOfOther && (
        <ExactUpTo projection={data.projection} readAt={readAt} />
      )}
      {data !== undefined && (
        <BalanceTables balance={data} isFiltered={filter.currency !== undefined} />
      )}
    </SpaceBetween>
  );
}

function useTrialBalance(filter: TrialBalanceSearch) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getTrialBalance', { ...filter });
  return useQuery({
    queryKey,
    queryFn: () => readTrialBalance(ledger, filter),
    placeholderData: keepPreviousData,
  });
}

interface BalanceFiltersProps {
  readonly filter: TrialBalanceSearch;
  readonly shown: WholeTrialBalance | undefined;
}

function Filters({ filter, shown }: BalanceFiltersProps) {
  const navigate = route.useNavigate();
  const { from, to, currency } = filter;
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="end">
      <PeriodFilter
        key={JSON.stringify(period)}
        period={period}
        toLabel={trialBalanceText('asOf')}
        onShow={({ from: first, to: last }) =>
          void navigate({ search: (search) => ({ ...search, from: first, to: last }) })
        }
      />
      <CurrencyFilter
        currency={currency}
        currencies={shown?.totals.map((total) => total.currency) ?? []}
        hasEvery
        onShow={(chosen) =>
          void navigate({ search: (search) => ({ ...search, currency: chosen }) })
        }
      />
    </SpaceBetween>
  );
}

interface BalanceTablesProps {
  readonly balance: WholeTrialBalance;
  readonly isFiltered: boolean;
}

function BalanceTables({ balance, isFiltered }: BalanceTablesProps) {
  const chart = useChart();
  const { rows, totals, isWhole } = balance;
  if (totals.length === 0) {
    return <Box>{trialBalanceText(isFiltered ? 'noMatch' : 'none')}</Box>;
  }
  if (chart.data === undefined) {
    return chart.error === null ? (
      <Spinner size="large" />
    ) : (
      <ErrorPanel error={chart.error} onTryAgain={() => void chart.refetch()} />
    );
  }
  return (
    <SpaceBetween size="m">
      {!isWhole && <Alert type="warning">{trialBalanceText('changed')}</Alert>}
      {totals.map((total) => (
        <BalanceTable
          key={total.currency}
          total={total}
          rows={rows.filter(({ currency }) => currency === total.currency)}
          chart={chart.data}
          balance={balance}
        />
      ))}
    </SpaceBetween>
  );
}
