import type { PreviewedJournalEntry } from '../../../../client/client.ts';
import { PageLink } from '../../routing/page-link.tsx';
import type { ListColumn } from '../item-list.tsx';
import { MoneyCell, MoneyHeader } from '../money-cell.tsx';
import { useAccountName } from '../use-account-name.ts';
import { FactTable } from './fact-table.tsx';
import { factsText } from './facts-messages.ts';

type PreviewedLine = PreviewedJournalEntry['ledger_lines'][number];
type PreviewedPosting = PreviewedJournalEntry['account_postings'][number];

const lineColumns: readonly ListColumn<PreviewedLine>[] = [
  {
    id: 'code',
    header: factsText('accountCode'),
    isRowHeader: true,
    cell: ({ account_code }) => account_code,
  },
  {
    id: 'debit',
    header: <MoneyHeader>{factsText('debit')}</MoneyHeader>,
    cell: ({ debit_amount }) =>
      debit_amount === undefined ? null : <MoneyCell amount={debit_amount} />,
  },
  {
    id: 'credit',
    header: <MoneyHeader>{factsText('credit')}</MoneyHeader>,
    cell: ({ credit_amount }) =>
      credit_amount === undefined ? null : <MoneyCell amount={credit_amount} />,
  },
];

const postingColumns: readonly ListColumn<PreviewedPosting>[] = [
  {
    id: 'account',
    header: factsText('account'),
    isRowHeader: true,
    cell: ({ account_id }) => <PostedAccount id={account_id} />,
  },
  {
    id: 'amount',
    header: <MoneyHeader>{factsText('amount')}</MoneyHeader>,
    cell: ({ amount, currency, direction }) => (
      <MoneyCell
        amount={amount}
        currency={currency}
        direction={factsText(direction === 'CREDIT' ? 'directionIn' : 'directionOut')}
      />
    ),
  },
  {
    id: 'balance',
    header: <MoneyHeader>{factsText('balanceAfter')}</MoneyHeader>,
    cell: ({ balance_after }) => <MoneyCell amount={balance_after} />,
  },
];

/** The lines and postings of an entry that is not posted yet. */
export function PreviewedEntryFacts({ entry }: { readonly entry: PreviewedJournalEntry }) {
  const { entry_type: type, effective_date: date } = entry;
  return (
    <>
      <FactTable
        title={factsText('entryOf', { type, date })}
        items={entry.ledger_lines}
        columns={lineColumns}
      />
      <FactTable
        title={factsText('postings')}
        items={entry.account_postings}
        columns={postingColumns}
      />
    </>
  );
}

function PostedAccount({ id }: { readonly id: string }) {
  const name = useAccountName(id);
  return (
    <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
      {name}
    </PageLink>
  );
}
