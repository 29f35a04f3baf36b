import type { AccountEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useList } from '../../api/use-list.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { accountText } from './messages.ts';

const PAGE_SIZE = 50;

const TYPE_TEXTS = {
  OPENING_BALANCE: 'typeOpening',
  POSTING: 'typePosting',
  REVERSAL: 'typeReversal',
  CORRECTION: 'typeCorrection',
} as const;

const columns: readonly ListColumn<AccountEntry>[] = [
  {
    id: 'posted',
    header: accountText('posted'),
    isRowHeader: true,
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
  {
    id: 'type',
    header: accountText('entryType'),
    cell: ({ entry_type }) => accountText(TYPE_TEXTS[entry_type]),
  },
  { id: 'reference', header: accountText('reference'), cell: ({ reference }) => reference ?? '' },
  {
    id: 'amount',
    header: <MoneyHeader>{accountText('amount')}</MoneyHeader>,
    cell: ({ amount, direction }) => (
      <MoneyCell
        amount={amount}
        direction={accountText(direction === 'CREDIT' ? 'directionIn' : 'directionOut')}
      />
    ),
  },
  {
    id: 'balance',
    header: <MoneyHeader>{accountText('balanceAfter')}</MoneyHeader>,
    cell: ({ balance_after }) => <MoneyCell amount={balance_after} />,
  },
  {
    id: 'entry',
    header: accountText('journalEntry'),
    cell: ({ journal_entry_id }) =>
      journal_entry_id === undefined ? '' : <CopyId id={journal_entry_id} />,
  },
];

/** The entries of an account in the order of posting. */
export function Statement({ accountId }: { readonly accountId: string }) {
  const { ledger } = useApi();
  const list = useList({
    operation: 'getAccountStatement',
    params: { accountId },
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const page = requireData(
        await ledger.GET('/api/accounts/{accountId}/statement', {
          params: { path: { accountId }, query },
        }),
      );
      return { items: page.items, nextCursor: page.next_cursor, lagSeconds: undefined };
    },
  });
  return (
    <ListPage
      title={accountText('statement')}
      level="h2"
      list={list}
      columns={columns}
      readId={({ id }) => id}
      empty={accountText('noEntry')}
    />
  );
}
