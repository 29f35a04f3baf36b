import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { LedgerAccountLinePage } from '../../../../client/client.ts';
import { readWholeList } from '../../api/list-pages.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { nameAccountType } from '../../parts/reports/account-type-name.ts';
import { CsvButton } from '../../parts/reports/csv-button.tsx';
import { CSV_ROWS_MAX } from '../../parts/reports/csv-file.ts';
import { CurrencyFilter } from '../../parts/reports/currency-filter.tsx';
import { ExactUpTo } from '../../parts/reports/exact-up-to.tsx';
import { PeriodFilter } from '../../parts/reports/period-filter.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { BalancePlot } from './balance-plot.tsx';
import { lineColumns, lineCsvColumns } from './line-columns.tsx';
import { ledgerAccountText } from './messages.ts';
import { PeriodBalances } from './period-balances.tsx';
import { useLedgerLines } from './use-ledger-lines.ts';
import type { LedgerLineFilter } from './use-ledger-lines.ts';

const route = getRouteApi('/gl/accounts/$code');

export function LedgerAccountPage() {
  const { code } = route.useParams();
  // Another code starts without the lines of this one.
  return <LedgerAccount key={code} code={code} />;
}

function LedgerAccount({ code }: { readonly code: string }) {
  const { interval: _, ...filter } = route.useSearch();
  const { list, readPage } = useLedgerLines(code, filter);
  const page = list.summary;
  return (
    <SpaceBetween size="m">
      <AccountHeading code={code} page={page} />
      <Filters filter={filter} page={page} />
      {page !== undefined && <ExactUpTo projection={page.projection} readAt={list.readAt} />}
      {page !== undefined && <PeriodBalances balances={page.balances} />}
      {page !== undefined && page.balances.length > 0 && (
        <BalancePlot key={JSON.stringify(filter)} page={page} />
      )}
      <ListPage
        title={ledgerAccountText('lines')}
        level="h2"
        list={list}
        columns={lineColumns}
        readId={({ journal_entry_id, line }) => `${journal_entry_id} ${line}`}
        empty={ledgerAccountText('none')}
        actions={
          <CsvButton
            name={`lines-${code}-${page?.to ?? ''}`}
            columns={lineCsvColumns}
            isDisabled={page === undefined}
            read={async (onProgress) =>
              (await readWholeList(readPage, CSV_ROWS_MAX, onProgress)).items
            }
          />
        }
      />
    </SpaceBetween>
  );
}

interface AccountHeadingProps {
  readonly code: string;
  readonly page: LedgerAccountLinePage | undefined;
}

function AccountHeading({ code, page }: AccountHeadingProps) {
  const mayChange = useIsPermitted(['configuration.write']);
  const inChart = page?.type !== undefined;
  return (
    <>
      <Header
        variant="h1"
        actions={
          mayChange &&
          inChart && (
            <PageLink to="/config/chart/$code" params={{ code }}>
              {ledgerAccountText('change')}
            </PageLink>
          )
        }
        {...(page !== undefined && {
          description: inChart ? nameAccountType(page.type) : ledgerAccountText('notInChart'),
        })}
      >
        {page?.name === undefined ? code : `${code} ${page.name}`}
      </Header>
      {page?.balances.length === 0 && <Box>{ledgerAccountText('noBalance')}</Box>}
    </>
  );
}

interface LineFiltersProps {
  readonly filter: LedgerLineFilter;
  readonly page: LedgerAccountLinePage | undefined;
}

function Filters({ filter, page }: LineFiltersProps) {
  const navigate = route.useNavigate();
  const { currency, ...period } = filter;
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="end">
      <PeriodFilter
        key={JSON.stringify(period)}
        period={period}
        onShow={({ from, to }) => void navigate({ search: (old) => ({ ...old, from, to }) })}
      />
      <CurrencyFilter
        currency={currency}
        currencies={page?.balances.map((balance) => balance.currency) ?? []}
        hasEvery
        onShow={(chosen) => void navigate({ search: (old) => ({ ...old, currency: chosen }) })}
      />
    </SpaceBetween>
  );
}
