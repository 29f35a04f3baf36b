import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ControlledGroup, TieOutRow } from '../../../../client/client.ts';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyHeader } from '../../parts/money-cell.tsx';
import { BalanceCell } from '../../parts/reports/balance-cell.tsx';
import type { CsvFileColumn } from '../../parts/reports/csv-file.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { parseMinorUnits } from '../../values/minor-units.ts';
import { tieOutText } from './messages.ts';
import '../../parts/parts.css';

/** Builds the columns; a balance leads to its lines, a difference to its entries. */
export function buildTieOutColumns(asOf: string): readonly ListColumn<TieOutRow>[] {
  return [
    {
      id: 'account',
      header: tieOutText('account'),
      isRowHeader: true,
      cell: ({ code, name, currency }) => (
        <PageLink to="/gl/accounts/$code" params={{ code }} search={{ to: asOf, currency }}>
          {name === undefined ? code : `${code} ${name}`}
        </PageLink>
      ),
    },
    {
      id: 'controls',
      header: tieOutText('controls'),
      cell: ({ controls }) =>
        controls.length === 0
          ? tieOutText('controlsNothing')
          : controls.map((group) => <div key={group.role}>{describeGroup(group)}</div>),
    },
    { id: 'currency', header: tieOutText('currency'), cell: ({ currency }) => currency },
    {
      id: 'ledger',
      header: <MoneyHeader>{tieOutText('ledgerBalance')}</MoneyHeader>,
      cell: ({ general_ledger_balance: balance }) => <BalanceCell balance={balance} />,
    },
    {
      id: 'customers',
      header: <MoneyHeader>{tieOutText('subLedgerBalance')}</MoneyHeader>,
      cell: ({ sub_ledger_balance: balance }) => <BalanceCell balance={balance} />,
    },
    {
      id: 'difference',
      header: <MoneyHeader>{tieOutText('difference')}</MoneyHeader>,
      cell: ({ difference }) => <BalanceCell balance={difference} />,
    },
    { id: 'state', header: tieOutText('state'), cell: (row) => <TieOutState row={row} /> },
    {
      id: 'entries',
      header: tieOutText('entries'),
      cell: ({ differing_entries: count, code }) =>
        count > 0 && (
          <PageLink to="/journal" search={{ control_difference: code }}>
            {tieOutText('entriesLink', { count })}
          </PageLink>
        ),
    },
  ];
}

function TieOutState({ row: { difference } }: { readonly row: TieOutRow }) {
  const agrees = parseMinorUnits(difference) === 0n;
  return (
    <span className="status">
      <StatusIndicator type={agrees ? 'success' : 'error'}>
        {tieOutText(agrees ? 'agrees' : 'differs')}
      </StatusIndicator>
    </span>
  );
}

function describeGroup({ role, product_count: count }: ControlledGroup): string {
  return count === 0 ? tieOutText(role) : tieOutText('products', { role: tieOutText(role), count });
}

export const tieOutCsvColumns: readonly CsvFileColumn<TieOutRow>[] = [
  { heading: tieOutText('account'), cell: ({ code }) => code },
  { heading: tieOutText('name'), cell: ({ name }) => name ?? '' },
  {
    heading: tieOutText('controls'),
    cell: ({ controls }) => controls.map(describeGroup).join('; '),
  },
  { heading: tieOutText('currency'), cell: ({ currency }) => currency },
  { heading: tieOutText('ledgerBalance'), cell: (row) => row.general_ledger_balance },
  { heading: tieOutText('subLedgerBalance'), cell: (row) => row.sub_ledger_balance },
  { heading: tieOutText('difference'), cell: ({ difference }) => difference },
  { heading: tieOutText('entries'), cell: (row) => row.differing_entries.toString() },
];
