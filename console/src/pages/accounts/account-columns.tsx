import type { Account } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { accountsText } from './messages.ts';

export const accountColumns: readonly ListColumn<Account>[] = [
  {
    id: 'name',
    header: accountsText('name'),
    isRowHeader: true,
    cell: ({ id, name }) => (
      <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
        {name}
      </PageLink>
    ),
  },
  { id: 'id', header: accountsText('id'), cell: ({ id }) => <CopyId id={id} /> },
  {
    id: 'customer',
    header: accountsText('customer'),
    cell: ({ customer_id }) => customer_id ?? '',
  },
  { id: 'product', header: accountsText('product'), cell: ({ product_id }) => product_id ?? '' },
  {
    id: 'status',
    header: accountsText('status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'balance',
    header: <MoneyHeader>{accountsText('balance')}</MoneyHeader>,
    cell: ({ balance, currency }) => <MoneyCell amount={balance} currency={currency} />,
  },
  {
    id: 'opened',
    header: accountsText('opened'),
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];
