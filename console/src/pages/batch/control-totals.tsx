import Header from '@cloudscape-design/components/header';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { readCurrencyTotals, readTotalCount } from './currency-totals.ts';
import type { ShownTotals } from './currency-totals.ts';
import { batchText } from './messages.ts';

const columns: readonly ListColumn<ShownTotals>[] = [
  {
    id: 'currency',
    header: batchText('currency'),
    isRowHeader: true,
    cell: ({ currency }) => currency,
  },
  {
    id: 'debits',
    header: <MoneyHeader>{batchText('debits')}</MoneyHeader>,
    cell: ({ total_debits }) => <MoneyCell amount={total_debits} />,
  },
  {
    id: 'credits',
    header: <MoneyHeader>{batchText('credits')}</MoneyHeader>,
    cell: ({ total_credits }) => <MoneyCell amount={total_credits} />,
  },
];

interface ControlTotalsProps {
  readonly totals: Readonly<Record<string, unknown>>;
}

/** What the receiver of an export adds up again. */
export function ControlTotals({ totals }: ControlTotalsProps) {
  const description = batchText('totalsCounts', {
    entries: readTotalCount(totals, 'journal_entries'),
    lines: readTotalCount(totals, 'ledger_lines'),
    postings: readTotalCount(totals, 'account_postings'),
  });
  return (
    <ItemList
      label={batchText('totals')}
      items={readCurrencyTotals(totals)}
      columns={columns}
      readId={({ currency }) => currency}
      empty={batchText('noTotals')}
      header={
        <Header variant="h2" description={description}>
          {batchText('totals')}
        </Header>
      }
      filters={undefined}
      footer={undefined}
    />
  );
}
