import { listProductPublications } from '../../../schemas/generated/operations/list-product-publications.ts';
import { listProjections } from '../../ledger/projections/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(listProductPublications, async ({ query, session, after }) => {
  const page = await listProjections(session, 'product_publication', after, query.limit);
  return {
    ...page,
    items: page.items.map((record) => toProjectionView('product_publication', record)),
  };
});
