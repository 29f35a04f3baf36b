import type { AccountingPeriod, AccountingPeriodTotals } from '../../../../client/client.ts';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import type { CsvFileColumn } from '../../parts/reports/csv-file.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { formatMonth } from '../../values/calendar-dates.ts';
import { formatAmount } from '../../values/money.ts';
import { periodsText } from './messages.ts';

export const periodColumns: readonly ListColumn<AccountingPeriod>[] = [
  {
    id: 'period',
    header: periodsText('period'),
    isRowHeader: true,
    cell: ({ period }) => formatMonth(period),
  },
  {
    id: 'state',
    header: periodsText('state'),
    cell: ({ state, failure_reason: reason }) => (
      <>
        <StatusBadge status={`PERIOD_${state}`} />
        {reason !== undefined && <div>{periodsText('failed', { reason })}</div>}
      </>
    ),
  },
  {
    id: 'changed',
    header: periodsText('changed'),
    cell: ({ updated_at }) => updated_at !== undefined && <Instant value={updated_at} />,
  },
  { id: 'decided', header: periodsText('decided'), cell: (period) => <Deciders {...period} /> },
  {
    id: 'totals',
    header: periodsText('totals'),
    cell: ({ totals = [] }) =>
      totals.map((total) => <div key={total.currency}>{describeTotals(total)}</div>),
  },
];

function Deciders({ requested_by, decided_by, request_id }: AccountingPeriod) {
  return (
    <>
      {requested_by !== undefined && <OperatorName id={requested_by} />}
      {decided_by !== undefined && (
        <div>
          <OperatorName id={decided_by} />
        </div>
      )}
      {request_id !== undefined && (
        <div>
          <RequestLink requestId={request_id}>{periodsText('openRequest')}</RequestLink>
        </div>
      )}
    </>
  );
}

function describeTotals({ currency, journal_entries, total_debits }: AccountingPeriodTotals) {
  const debits = formatAmount(total_debits);
  return periodsText('totalsOf', { currency, count: journal_entries, debits });
}

/** One row for each currency of a period; one without figures for a period that has no totals. */
export interface PeriodRow extends Partial<AccountingPeriodTotals> {
  readonly period: string;
  readonly state: string;
  readonly updatedAt: string;
}

export function buildPeriodRows(periods: readonly AccountingPeriod[]): readonly PeriodRow[] {
  return periods.flatMap(({ period, state, updated_at: updatedAt = '', totals = [] }) => {
    const facts = { period, state, updatedAt };
    return totals.length === 0 ? [facts] : totals.map((total) => ({ ...facts, ...total }));
  });
}

export const periodCsvColumns: readonly CsvFileColumn<PeriodRow>[] = [
  { heading: periodsText('period'), cell: ({ period }) => period },
  { heading: periodsText('state'), cell: ({ state }) => state },
  { heading: periodsText('changed'), cell: ({ updatedAt }) => updatedAt },
  { heading: periodsText('code'), cell: ({ currency = '' }) => currency },
  {
    heading: periodsText('entries'),
    cell: ({ journal_entries }) => journal_entries?.toString() ?? '',
  },
  { heading: periodsText('debits'), cell: ({ total_debits = '' }) => total_debits },
  { heading: periodsText('credits'), cell: ({ total_credits = '' }) => total_credits },
  { heading: periodsText('digest'), cell: ({ digest = '' }) => digest },
];
