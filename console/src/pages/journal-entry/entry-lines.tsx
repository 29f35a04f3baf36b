import Header from '@cloudscape-design/components/header';
import type { JournalEntry, LedgerLine, PostedAccountPosting } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { formatMinorUnits, sumAmounts } from '../../values/minor-units.ts';
import { entryText } from './messages.ts';

interface NumberedLine extends LedgerLine {
  readonly position: string;
}

const lineColumns: readonly ListColumn<NumberedLine>[] = [
  {
    id: 'code',
    header: entryText('code'),
    isRowHeader: true,
    cell: ({ account_code }) => account_code,
  },
  {
    id: 'debit',
    header: <MoneyHeader>{entryText('debit')}</MoneyHeader>,
    cell: ({ debit_amount }) => debit_amount !== undefined && <MoneyCell amount={debit_amount} />,
  },
  {
    id: 'credit',
    header: <MoneyHeader>{entryText('credit')}</MoneyHeader>,
    cell: ({ credit_amount }) =>
      credit_amount !== undefined && <MoneyCell amount={credit_amount} />,
  },
];

/** The ledger lines with their total, which is the same on both sides. */
export function EntryLines({ entry: { ledger_lines } }: { readonly entry: JournalEntry }) {
  const total: NumberedLine = {
    position: 'total',
    account_code: entryText('total'),
    debit_amount: formatMinorUnits(sumAmounts(ledger_lines.map((line) => line.debit_amount))),
    credit_amount: formatMinorUnits(sumAmounts(ledger_lines.map((line) => line.credit_amount))),
  };
  const lines = ledger_lines.map((line, at) => ({ ...line, position: String(at) }));
  return (
    <ItemList
      label={entryText('lines')}
      items={[...lines, total]}
      columns={lineColumns}
      readId={({ position }) => position}
      empty=""
      header={<Header variant="h2">{entryText('lines')}</Header>}
      filters={undefined}
      footer={undefined}
    />
  );
}

const postingColumns: readonly ListColumn<PostedAccountPosting>[] = [
  {
    id: 'account',
    header: entryText('account'),
    isRowHeader: true,
    cell: ({ account_id }) => (
      <PageLink to="/accounts/$accountId" params={{ accountId: account_id }}>
        {shortenIdentifier(account_id)}
      </PageLink>
    ),
  },
  {
    id: 'amount',
    header: <MoneyHeader>{entryText('amount')}</MoneyHeader>,
    cell: ({ amount, currency, direction }) => (
      <MoneyCell
        amount={amount}
        currency={currency}
        direction={entryText(direction === 'CREDIT' ? 'directionIn' : 'directionOut')}
      />
    ),
  },
  {
    id: 'balance',
    header: <MoneyHeader>{entryText('balanceAfter')}</MoneyHeader>,
    cell: ({ balance_after }) => <MoneyCell amount={balance_after} />,
  },
  { id: 'reference', header: entryText('reference'), cell: ({ reference }) => reference ?? '' },
  { id: 'entry', header: entryText('entry'), cell: ({ entry_id }) => <CopyId id={entry_id} /> },
];

export function EntryPostings({ entry }: { readonly entry: JournalEntry }) {
  return (
    <ItemList
      label={entryText('postings')}
      items={entry.account_postings}
      columns={postingColumns}
      readId={({ posting_key }) => posting_key}
      empty={entryText('noPosting')}
      header={<Header variant="h2">{entryText('postings')}</Header>}
      filters={undefined}
      footer={undefined}
    />
  );
}
