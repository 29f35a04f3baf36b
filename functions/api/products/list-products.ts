import { listProducts as contract } from '../../../schemas/generated/operations/list-products.ts';
import { listProducts } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProductView } from '../../views/product.ts';

export const handler = operation(contract, async ({ query, session, after }) => {
  const page = await listProducts(session, after, query.limit);
  return { ...page, items: page.items.map(toProductView) };
});
