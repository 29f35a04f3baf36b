import Header from '@cloudscape-design/components/header';
import type { LedgerAccountBalance } from '../../../../client/client.ts';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyHeader } from '../../parts/money-cell.tsx';
import { BalanceCell } from '../../parts/reports/balance-cell.tsx';
import { ledgerAccountText } from './messages.ts';
import { movementColumns } from './movement-columns.tsx';

const columns: readonly ListColumn<LedgerAccountBalance>[] = [
  {
    id: 'currency',
    header: ledgerAccountText('currency'),
    isRowHeader: true,
    cell: ({ currency }) => currency,
  },
  {
    id: 'opening',
    header: <MoneyHeader>{ledgerAccountText('opening')}</MoneyHeader>,
    cell: ({ opening }) => <BalanceCell balance={opening} />,
  },
  ...movementColumns,
];

interface PeriodBalancesProps {
  readonly balances: readonly LedgerAccountBalance[];
}

/** Opening and closing balance of the period, by currency. */
export function PeriodBalances({ balances }: PeriodBalancesProps) {
  if (balances.length === 0) return null;
  return (
    <ItemList
      label={ledgerAccountText('balances')}
      items={balances}
      columns={columns}
      readId={({ currency }) => currency}
      empty=""
      header={<Header variant="h2">{ledgerAccountText('balances')}</Header>}
      filters={undefined}
      footer={undefined}
    />
  );
}
