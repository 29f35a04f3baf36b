import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { TieOut, TieOutTotal } from '../../../../client/client.ts';
import { readWholeList } from '../../api/list-pages.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { formatBalance } from '../../parts/reports/balance-cell.tsx';
import { CsvButton } from '../../parts/reports/csv-button.tsx';
import { CSV_ROWS_MAX } from '../../parts/reports/csv-file.ts';
import { CurrencyFilter } from '../../parts/reports/currency-filter.tsx';
import { ExactUpTo } from '../../parts/reports/exact-up-to.tsx';
import { PeriodFilter } from '../../parts/reports/period-filter.tsx';
import { tieOutText } from './messages.ts';
import { buildTieOutColumns, tieOutCsvColumns } from './tie-out-columns.tsx';
import { useTieOut } from './use-tie-out.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/gl/tie-out');

export function TieOutPage() {
  const search = route.useSearch();
  const { list, readPage } = useTieOut(search);
  const tieOut = list.summary;
  return (
    <ListPage
      title={pageTitle('tieOut')}
      level="h1"
      list={list}
      columns={buildTieOutColumns(tieOut?.as_of ?? '')}
      readId={({ code, currency }) => `${currency} ${code}`}
      empty={tieOutText('none')}
      filters={
        <SpaceBetween size="m">
          <Box>{tieOutText('sentence')}</Box>
          <Filters tieOut={tieOut} />
          {tieOut !== undefined && (
            <ExactUpTo projection={tieOut.projection} readAt={list.readAt} />
          )}
          {tieOut?.totals.map((total) => (
            <TotalNotice key={total.currency} total={total} />
          ))}
        </SpaceBetween>
      }
      actions={
        <CsvButton
          name={`tie-out-${tieOut?.as_of ?? ''}`}
          columns={tieOutCsvColumns}
          isDisabled={tieOut === undefined}
          read={async (onProgress) =>
            (await readWholeList(readPage, CSV_ROWS_MAX, onProgress)).items
          }
        />
      }
    />
  );
}

function Filters({ tieOut }: { readonly tieOut: TieOut | undefined }) {
  const navigate = route.useNavigate();
  const { as_of: asOf, currency } = route.useSearch();
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="end">
      <PeriodFilter
        key={asOf ?? ''}
        period={asOf === undefined ? {} : { to: asOf }}
        toLabel={tieOutText('asOf')}
        hasFrom={false}
        onShow={({ to }) => void navigate({ search: (old) => ({ ...old, as_of: to }) })}
      />
      <CurrencyFilter
        currency={currency}
        currencies={tieOut?.totals.map((total) => total.currency) ?? []}
        hasEvery
        onShow={(chosen) => void navigate({ search: (old) => ({ ...old, currency: chosen }) })}
      />
    </SpaceBetween>
  );
}

function TotalNotice({ total }: { readonly total: TieOutTotal }) {
  const { currency, difference, differing_codes: count } = total;
  if (count === 0) return <Alert type="success">{tieOutText('totalAgrees', { currency })}</Alert>;
  return (
    <Alert type="warning">
      {tieOutText('totalDiffers', { currency, count, difference: formatBalance(difference) })}
    </Alert>
  );
}
