import type { LedgerAccountLine } from '../../../../client/client.ts';
import { EntryTypeName } from '../../parts/entry-type-name.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { BalanceCell } from '../../parts/reports/balance-cell.tsx';
import type { CsvFileColumn } from '../../parts/reports/csv-file.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { formatDay } from '../../values/calendar-dates.ts';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { ledgerAccountText } from './messages.ts';

export const lineColumns: readonly ListColumn<LedgerAccountLine>[] = [
  {
    id: 'entry',
    header: ledgerAccountText('entry'),
    isRowHeader: true,
    cell: ({ journal_entry_id: entryId }) => (
      <PageLink to="/journal/$entryId" params={{ entryId }}>
        {shortenIdentifier(entryId)}
      </PageLink>
    ),
  },
  {
    id: 'date',
    header: ledgerAccountText('date'),
    cell: ({ effective_date }) => formatDay(effective_date),
  },
  {
    id: 'type',
    header: ledgerAccountText('entryType'),
    cell: ({ entry_type }) => <EntryTypeName type={entry_type} />,
  },
  {
    id: 'description',
    header: ledgerAccountText('description'),
    cell: ({ description }) => description ?? '',
  },
  {
    id: 'debit',
    header: <MoneyHeader>{ledgerAccountText('debit')}</MoneyHeader>,
    cell: ({ debit_amount, currency }) =>
      debit_amount !== undefined && <MoneyCell amount={debit_amount} currency={currency} />,
  },
  {
    id: 'credit',
    header: <MoneyHeader>{ledgerAccountText('credit')}</MoneyHeader>,
    cell: ({ credit_amount, currency }) =>
      credit_amount !== undefined && <MoneyCell amount={credit_amount} currency={currency} />,
  },
  {
    id: 'balance',
    header: <MoneyHeader>{ledgerAccountText('balanceAfter')}</MoneyHeader>,
    cell: ({ balance }) => <BalanceCell balance={balance} />,
  },
  {
    id: 'posted',
    header: ledgerAccountText('posted'),
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
];

export const lineCsvColumns: readonly CsvFileColumn<LedgerAccountLine>[] = [
  { heading: ledgerAccountText('entry'), cell: ({ journal_entry_id }) => journal_entry_id },
  { heading: ledgerAccountText('date'), cell: ({ effective_date }) => effective_date },
  { heading: ledgerAccountText('entryType'), cell: ({ entry_type }) => entry_type },
  { heading: ledgerAccountText('description'), cell: ({ description }) => description ?? '' },
  { heading: ledgerAccountText('currency'), cell: ({ currency }) => currency },
  { heading: ledgerAccountText('debit'), cell: ({ debit_amount }) => debit_amount ?? '' },
  { heading: ledgerAccountText('credit'), cell: ({ credit_amount }) => credit_amount ?? '' },
  { heading: ledgerAccountText('balanceAfter'), cell: ({ balance }) => balance },
  { heading: ledgerAccountText('posted'), cell: ({ posted_at }) => posted_at },
];
