import ExpandableSection from '@cloudscape-design/components/expandable-section';
import LineChart from '@cloudscape-design/components/line-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { addDays, formatDay } from '../../values/calendar-dates.ts';
import { buildPlotScale } from '../../values/plot-scale.ts';
import { ItemList } from '../item-list.tsx';
import type { ListColumn } from '../item-list.tsx';
import { MoneyCell, MoneyHeader } from '../money-cell.tsx';
import { BalanceCell, formatBalance } from './balance-cell.tsx';
import { reportsText } from './reports-messages.ts';

/** A part of the plotted period, as the API answers it. */
interface PlotPoint {
  readonly from: string;
  readonly to: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

interface PlotSeries {
  readonly currency: string;
  readonly opening: string;
  readonly points: readonly PlotPoint[];
}

interface BalanceChartProps {
  readonly code: string;
  readonly from: string;
  readonly series: PlotSeries;
}

/** The balances as a line, and as the figures that it is drawn from. */
export function BalanceChart({ code, from, series }: BalanceChartProps) {
  const { currency, opening, points } = series;
  // The plot starts at the opening balance, on the day before the period.
  const first = { day: addDays(from, -1), balance: opening };
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
        ariaLabel={reportsText('plotOf', { code, currency })}
        yTitle={currency}
        empty={reportsText('plotEmpty')}
        xTickFormatter={(date: Date) => formatLocalDay(date)}
        yTickFormatter={formatTick}
        series={[
          {
            type: 'line',
            title: reportsText('plotSeries'),
            data: balances.map(({ day, balance }) => ({ x: readDay(day), y: locate(balance) })),
            valueFormatter: (steps: number, date?: Date) => {
              const balance = date && exact.get(date.getTime());
              return balance === undefined ? formatTick(steps) : formatBalance(balance);
            },
          },
        ]}
      />
      <PlotFigures points={points} />
    </SpaceBetween>
  );
}

function PlotFigures({ points }: Pick<PlotSeries, 'points'>) {
  return (
    <ExpandableSection headerText={reportsText('figures')}>
      <ItemList
        label={reportsText('figures')}
        items={points}
        columns={pointColumns}
        readId={({ to }) => to}
        empty={reportsText('plotEmpty')}
        header={undefined}
        filters={undefined}
        footer={undefined}
      />
    </ExpandableSection>
  );
}

// The chart reads dates in the zone of the browser: made and shown in that zone, a day stays the same day.
function readDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function formatLocalDay(date: Date): string {
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

const pointColumns: readonly ListColumn<PlotPoint>[] = [
  {
    id: 'from',
    header: reportsText('partFrom'),
    isRowHeader: true,
    cell: ({ from }) => formatDay(from),
  },
  { id: 'to', header: reportsText('partTo'), cell: ({ to }) => formatDay(to) },
  {
    id: 'debits',
    header: <MoneyHeader>{reportsText('debits')}</MoneyHeader>,
    cell: ({ debits }) => <MoneyCell amount={debits} />,
  },
  {
    id: 'credits',
    header: <MoneyHeader>{reportsText('credits')}</MoneyHeader>,
    cell: ({ credits }) => <MoneyCell amount={credits} />,
  },
  {
    id: 'closing',
    header: <MoneyHeader>{reportsText('closing')}</MoneyHeader>,
    cell: ({ closing }) => <BalanceCell balance={closing} />,
  },
];
