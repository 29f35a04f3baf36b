import { listProductPublications } from '../../../schemas/generated/operations/list-product-publications.ts';
import { listProjections } from '../../ledger/projections/reads.ts';
import { toPageRequest } from '../../ledger/store/pages.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(listProductPublications, async ({ query, session, after }) => {
  const page = await listProjections(session, 'product_publication', toPageRequest(query, after));
  return {
    ...page,
    items: page.items.map((record) => toProjectionView('product_publication', record)),
  };
});
