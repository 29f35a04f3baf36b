import type { Product } from '../../../../../client/client.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { productText } from './messages.ts';

export const productColumns: readonly ListColumn<Product>[] = [
  {
    id: 'id',
    header: productText('product'),
    isRowHeader: true,
    cell: ({ id }) => (
      <PageLink to="/config/products/$productId" params={{ productId: id }}>
        {id}
      </PageLink>
    ),
  },
  { id: 'type', header: productText('type'), cell: ({ type }) => type },
  { id: 'version', header: productText('version'), cell: ({ version }) => version },
  {
    id: 'limit',
    header: <MoneyHeader>{productText('overdraftLimit')}</MoneyHeader>,
    cell: ({ config }) => <OverdraftLimit limit={config['overdraft_limit']} />,
  },
  {
    id: 'updated',
    header: productText('updated'),
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

// The terms are free-form; without a limit accounts cannot be overdrawn.
function OverdraftLimit({ limit = '0.00' }: { readonly limit: unknown }) {
  return typeof limit === 'string' ? <MoneyCell amount={limit} /> : JSON.stringify(limit);
}
