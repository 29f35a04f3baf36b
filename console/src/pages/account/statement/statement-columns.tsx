import type { AccountEntry } from '../../../../../client/client.ts';
import { EntryTypeName } from '../../../parts/entry-type-name.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { shortenIdentifier } from '../../../values/identifiers.ts';
import { statementText } from './messages.ts';

export const statementColumns: readonly ListColumn<AccountEntry>[] = [
  {
    id: 'posted',
    header: statementText('posted'),
    isRowHeader: true,
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
  {
    id: 'type',
    header: statementText('entryType'),
    cell: ({ entry_type }) => <EntryTypeName type={entry_type} />,
  },
  {
    id: 'reference',
    header: statementText('reference'),
    cell: ({ reference }) => reference ?? '',
  },
  {
    id: 'amount',
    header: <MoneyHeader>{statementText('amount')}</MoneyHeader>,
    cell: ({ amount, direction }) => (
      <MoneyCell amount={amount} direction={nameDirection(direction)} />
    ),
  },
  {
    id: 'balance',
    header: <MoneyHeader>{statementText('balanceAfter')}</MoneyHeader>,
    cell: ({ balance_after }) => <MoneyCell amount={balance_after} />,
  },
  {
    id: 'entry',
    header: statementText('journalEntry'),
    cell: ({ journal_entry_id: entryId }) =>
      entryId !== undefined && (
        <PageLink to="/journal/$entryId" params={{ entryId }}>
          {shortenIdentifier(entryId)}
        </PageLink>
      ),
  },
];

export function nameDirection(direction: AccountEntry['direction']): string {
  return statementText(direction === 'CREDIT' ? 'directionIn' : 'directionOut');
}
