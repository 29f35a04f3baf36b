import type { GeneralLedgerAccount } from '../../../../client/client.ts';
import type { ListColumn } from '../../parts/item-list.tsx';
import { nameAccountType } from '../../parts/reports/account-type-name.ts';
import type { CsvFileColumn } from '../../parts/reports/csv-file.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import type { ChartNode } from './chart-tree.ts';
import { chartText } from './messages.ts';

/** Builds the columns; an account leads to its lines, for those who may read them. */
export function buildChartColumns(mayReadLines: boolean): readonly ListColumn<ChartNode>[] {
  return [
    {
      id: 'account',
      header: chartText('account'),
      isRowHeader: true,
      cell: ({ account: { code, name } }) =>
        mayReadLines ? (
          <PageLink to="/gl/accounts/$code" params={{ code }}>
            {`${code} ${name}`}
          </PageLink>
        ) : (
          `${code} ${name}`
        ),
    },
    {
      id: 'type',
      header: chartText('type'),
      cell: ({ account }) => nameAccountType(account.type),
    },
    {
      id: 'side',
      header: chartText('side'),
      cell: ({ account }) => chartText(account.normal_side === 'DEBIT' ? 'debit' : 'credit'),
    },
    {
      id: 'currency',
      header: chartText('currency'),
      cell: ({ account }) => account.currency ?? chartText('anyCurrency'),
    },
    {
      id: 'status',
      header: chartText('status'),
      cell: ({ account }) => <StatusBadge status={account.status} />,
    },
  ];
}

export const chartCsvColumns: readonly CsvFileColumn<GeneralLedgerAccount>[] = [
  { heading: chartText('account'), cell: ({ code }) => code },
  { heading: chartText('name'), cell: ({ name }) => name },
  { heading: chartText('type'), cell: ({ type }) => type },
  { heading: chartText('side'), cell: ({ normal_side }) => normal_side },
  { heading: chartText('currency'), cell: ({ currency }) => currency ?? '' },
  { heading: chartText('parent'), cell: ({ parent }) => parent ?? '' },
  { heading: chartText('status'), cell: ({ status }) => status },
];
