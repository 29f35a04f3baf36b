import Header from '@cloudscape-design/components/header';
import { useQueries } from '@tanstack/react-query';
import type { Account, NewJournalEntry } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKeys } from '../../../api/queries.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ItemList } from '../../../parts/item-list.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { postText } from '../messages.ts';

const BALANCE_INTERVAL_MS = 30_000;

const columns: readonly ListColumn<Account>[] = [
  { id: 'account', header: postText('account'), isRowHeader: true, cell: ({ name }) => name },
  {
    id: 'before',
    header: <MoneyHeader>{postText('balanceBefore')}</MoneyHeader>,
    cell: ({ balance, currency }) => <MoneyCell amount={balance} currency={currency} />,
  },
];

/** The accounts of an entry, with their balances now and not of when the accounts were chosen. */
export function CurrentBalances({ entry }: { readonly entry: NewJournalEntry }) {
  const { accounts, error } = useAccounts(entry);
  return (
    <>
      {error !== null && <ErrorPanel error={error} />}
      <ItemList
        label={postText('postings')}
        items={accounts}
        columns={columns}
        readId={({ id }) => id}
        empty={postText('noPosting')}
        header={<Header variant="h3">{postText('postings')}</Header>}
        filters={undefined}
        footer={undefined}
      />
    </>
  );
}

function useAccounts({ account_postings: postings = [] }: NewJournalEntry) {
  const { ledger } = useApi();
  const buildKey = useOperationKeys();
  const ids = [...new Set(postings.map(({ account_id }) => account_id))];
  const reads = useQueries({
    queries: ids.map((accountId) => ({
      queryKey: buildKey('getAccount', { accountId }),
      queryFn: async () =>
        requireData(
          await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
        ),
      refetchInterval: BALANCE_INTERVAL_MS,
      staleTime: 0,
    })),
  });
  const accounts = reads.map(({ data }) => data);
  const isRead = accounts.every((account): account is Account => account !== undefined);
  return {
    accounts: isRead ? accounts : undefined,
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}
