import ExpandableSection from '@cloudscape-design/components/expandable-section';
import LineChart from '@cloudscape-design/components/line-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BalancePoint, BalanceSeries } from '../../../../client/client.ts';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { formatBalance } from '../../parts/reports/balance-cell.tsx';
import { formatDay } from '../../values/calendar-dates.ts';
import { buildPlotScale } from '../../values/plot-scale.ts';
import { ledgerAccountText } from './messages.ts';
import { movementColumns } from './movement-columns.tsx';
import { findOpeningDay } from './plot-intervals.ts';

interface BalanceChartProps {
  readonly code: string;
  readonly from: string;
  readonly series: BalanceSeries;
}

/** The balances as a line, and as the figures that it is drawn from. */
export function BalanceChart({ code, from, series }: BalanceChartProps) {
  const { currency, opening, points } = series;
  const first = { day: findOpeningDay(from), balance: opening };
  const balances = [first, ...points.map(({ to, closing }) => ({ day: to, balance: closing }))];
  const { locate, findAmount } = buildPlotScale(balances.map(({ balance }) => balance));
  const exact = new Map(balances.map(({ day, balance }) => [readDay(day).getTime(), balance]));
  const formatTick = (steps: number) => {
    const amount = findAmount(steps);
    return amount === undefined ? '' : formatBalance(amount);
  };
  return (
    <SpaceBetween size="m">
      <LineChart
        height={260}
        hideFilter
        hideLegend
        xScaleType="time"
        emphasizeBaselineAxis
        ariaLabel={ledgerAccountText('plotOf', { code, currency })}
        yTitle={currency}
        empty={ledgerAccountText('plotEmpty')}
        xTickFormatter={(date: Date) => formatLocalDay(date)}
        yTickFormatter={formatTick}
        series={[
          {
            type: 'line',
            title: ledgerAccountText('plotSeries'),
            data: balances.map(({ day, balance }) => ({ x: readDay(day), y: locate(balance) })),
            valueFormatter: (steps: number, date?: Date) => {
              const balance = date && exact.get(date.getTime());
              return balance === undefined ? formatTick(steps) : formatBalance(balance);
            },
          },
        ]}
      />
      <ExpandableSection headerText={ledgerAccountText('figures')}>
        <ItemList
          label={ledgerAccountText('figures')}
          items={points}
          columns={pointColumns}
          readId={({ to }) => to}
          empty={ledgerAccountText('plotEmpty')}
          header={undefined}
          filters={undefined}
          footer={undefined}
        />
      </ExpandableSection>
    </SpaceBetween>
  );
}

// The chart reads dates in the zone of the browser: made and shown in that zone, a day stays the same day.
function readDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function formatLocalDay(date: Date): string {
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

const pointColumns: readonly ListColumn<BalancePoint>[] = [
  {
    id: 'from',
    header: ledgerAccountText('partFrom'),
    isRowHeader: true,
    cell: ({ from }) => formatDay(from),
  },
  { id: 'to', header: ledgerAccountText('partTo'), cell: ({ to }) => formatDay(to) },
  ...movementColumns,
];
