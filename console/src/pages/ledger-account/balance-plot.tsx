import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import type { BalanceSeries, LedgerAccountLinePage } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { CurrencyFilter } from '../../parts/reports/currency-filter.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { ledgerAccountText } from './messages.ts';
import { choosePlotInterval, findPlotStart, listPlotIntervals } from './plot-intervals.ts';
import type { PlotInterval } from './plot-intervals.ts';

const route = getRouteApi('/gl/accounts/$code');

// The chart is as large as the rest of the page.
const BalanceChart = lazy(async () => {
  const { BalanceChart: Chart } = await import('./balance-chart.tsx');
  return { default: Chart };
});

/** The balance at the end of each day, month or year of the period. */
export function BalancePlot({ page }: { readonly page: LedgerAccountLinePage }) {
  const { code, to } = page;
  const search = route.useSearch();
  const { currency: base } = useTenant();
  const from = findPlotStart(search.from, to);
  const interval = choosePlotInterval(from, to, search.interval);
  const { data, error, isPending, refetch } = useBalances(code, { from, to, interval });
  const isLoading = useDelay(isPending);
  const series = chooseSeries(data?.series ?? [], search.currency ?? base);
  return (
    <Container
      header={
        <Header
          variant="h2"
          {...(search.from === undefined && { description: ledgerAccountText('plotYear') })}
        >
          {ledgerAccountText('plot')}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <PlotFilters
          intervals={listPlotIntervals(from, to)}
          interval={interval}
          series={series}
          currencies={data?.series.map(({ currency }) => currency) ?? []}
        />
        {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
        {isLoading && <Spinner size="large" />}
        {series !== undefined && (
          <Suspense fallback={<Spinner size="large" />}>
            <BalanceChart code={code} from={from} series={series} />
          </Suspense>
        )}
      </SpaceBetween>
    </Container>
  );
}

interface PlotPeriod {
  readonly from: string;
  readonly to: string;
  readonly interval: PlotInterval;
}

function useBalances(code: string, query: PlotPeriod) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getLedgerAccountBalances', { code, ...query });
  return useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/general-ledger/accounts/{code}/balances', {
          params: { path: { code }, query },
        }),
      ),
  });
}

// Currencies are never added, and share no axis.
function chooseSeries(
  all: readonly BalanceSeries[],
  wanted: string | undefined,
): BalanceSeries | undefined {
  return all.find(({ currency }) => currency === wanted) ?? all[0];
}

interface PlotFiltersProps {
  readonly intervals: readonly PlotInterval[];
  readonly interval: PlotInterval;
  readonly series: BalanceSeries | undefined;
  readonly currencies: readonly string[];
}

const INTERVAL_TEXTS = {
  day: 'intervalDay',
  month: 'intervalMonth',
  year: 'intervalYear',
} as const satisfies Readonly<Record<PlotInterval, string>>;

function PlotFilters({ intervals, interval, series, currencies }: PlotFiltersProps) {
  const navigate = route.useNavigate();
  const options = intervals.map((value) => ({
    value,
    label: ledgerAccountText(INTERVAL_TEXTS[value]),
  }));
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="end">
      <FormField label={ledgerAccountText('interval')}>
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === interval) ?? null}
          onChange={({ detail }) => {
            const chosen = intervals.find((each) => each === detail.selectedOption.value);
            void navigate({ search: (old) => ({ ...old, interval: chosen }), resetScroll: false });
          }}
        />
      </FormField>
      {currencies.length > 1 && (
        <CurrencyFilter
          currency={series?.currency}
          currencies={currencies}
          hasEvery={false}
          onShow={(currency) => void navigate({ search: (old) => ({ ...old, currency }) })}
        />
      )}
    </SpaceBetween>
  );
}
