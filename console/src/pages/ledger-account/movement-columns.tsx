import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { BalanceCell } from '../../parts/reports/balance-cell.tsx';
import { ledgerAccountText } from './messages.ts';

interface Movement {
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

/** What moved an account in a period, and its balance at the end. */
export const movementColumns: readonly ListColumn<Movement>[] = [
  {
    id: 'debits',
    header: <MoneyHeader>{ledgerAccountText('debits')}</MoneyHeader>,
    cell: ({ debits }) => <MoneyCell amount={debits} />,
  },
  {
    id: 'credits',
    header: <MoneyHeader>{ledgerAccountText('credits')}</MoneyHeader>,
    cell: ({ credits }) => <MoneyCell amount={credits} />,
  },
  {
    id: 'closing',
    header: <MoneyHeader>{ledgerAccountText('closing')}</MoneyHeader>,
    cell: ({ closing }) => <BalanceCell balance={closing} />,
  },
];
